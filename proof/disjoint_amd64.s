#include "textflag.h"

// func disjointByEight(first, second *bitboard.Board, n int, noneOf, norOf bitboard.Board) int
TEXT ·disjointByEight(SB), NOSPLIT, $0-48
	MOVQ         first+0(FP), SI
	MOVQ         second+8(FP), DI
	MOVQ         n+16(FP), CX
	VPBROADCASTQ noneOf+24(FP), Y0
	VPBROADCASTQ norOf+32(FP), Y1
	VPXOR        Y6, Y6, Y6
	XORQ         AX, AX

loop:
	CMPQ     AX, CX
	JGE      done
	VPAND    (SI)(AX*8), Y0, Y2
	VPAND    (DI)(AX*8), Y1, Y3
	VPAND    32(SI)(AX*8), Y0, Y4
	VPAND    32(DI)(AX*8), Y1, Y5
	VPOR     Y2, Y3, Y2
	VPOR     Y4, Y5, Y4
	VPCMPEQQ Y2, Y6, Y2          // all ones where there is no cell
	VPCMPEQQ Y4, Y6, Y4
	VPOR     Y2, Y4, Y5
	ADDQ     $8, AX
	VPTEST   Y5, Y5
	JZ       loop

	VMOVMSKPD Y2, BX
	VMOVMSKPD Y4, DX
	SHLQ      $4, DX
	ORQ       DX, BX
	TZCNTQ    BX, BX
	LEAQ      -8(AX)(BX*1), AX

done:
	VZEROUPPER
	MOVQ AX, ret+40(FP)
	RET
