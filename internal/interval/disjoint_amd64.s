#include "textflag.h"

// func disjointBySixteen(first, second *bitboard.Board, n int, noneOf, norOf bitboard.Board) int
TEXT ·disjointBySixteen(SB), NOSPLIT, $0-48
	MOVQ         first+0(FP), SI
	MOVQ         second+8(FP), DI
	MOVQ         n+16(FP), CX
	VPBROADCASTQ noneOf+24(FP), Y0
	VPBROADCASTQ norOf+32(FP), Y1
	VPXOR        Y2, Y2, Y2
	XORQ         AX, AX

loop:
	CMPQ     AX, CX
	JGE      done
	VPAND    (SI)(AX*8), Y0, Y3
	VPAND    32(SI)(AX*8), Y0, Y4
	VPAND    64(SI)(AX*8), Y0, Y5
	VPAND    96(SI)(AX*8), Y0, Y6
	VPCMPEQQ Y3, Y2, Y7           // all ones where there is no cell
	VPCMPEQQ Y4, Y2, Y8
	VPCMPEQQ Y5, Y2, Y9
	VPCMPEQQ Y6, Y2, Y10
	VPOR     Y7, Y8, Y11
	VPOR     Y9, Y10, Y12
	VPOR     Y11, Y12, Y11
	ADDQ     $16, AX
	VPTEST   Y11, Y11
	JZ       loop

	// Some of the first list have no cell: what of these in the second?
	VPAND     -128(DI)(AX*8), Y1, Y7
	VPAND     -96(DI)(AX*8), Y1, Y8
	VPAND     -64(DI)(AX*8), Y1, Y9
	VPAND     -32(DI)(AX*8), Y1, Y10
	VPOR      Y3, Y7, Y3
	VPOR      Y4, Y8, Y4
	VPOR      Y5, Y9, Y5
	VPOR      Y6, Y10, Y6
	VPCMPEQQ  Y3, Y2, Y3
	VPCMPEQQ  Y4, Y2, Y4
	VPCMPEQQ  Y5, Y2, Y5
	VPCMPEQQ  Y6, Y2, Y6
	VMOVMSKPD Y3, BX
	VMOVMSKPD Y4, DX
	SHLQ      $4, DX
	ORQ       DX, BX
	VMOVMSKPD Y5, DX
	SHLQ      $8, DX
	ORQ       DX, BX
	VMOVMSKPD Y6, DX
	SHLQ      $12, DX
	ORQ       DX, BX
	JZ        loop
	TZCNTQ    BX, BX
	LEAQ      -16(AX)(BX*1), AX

done:
	VZEROUPPER
	MOVQ AX, ret+40(FP)
	RET
