#!/bin/sh
# Writes a theorem for Theorems.v: theorem.sh NAME FILE [GAME], where FILE is a certificate, not
# compressed, and GAME the game in Coq's words, if it is none of the five. The certificate becomes a text
# of hexadecimal digits.
set -eu
field() { sed -n 2p "$2" | sed "s/.*\"$1\":\"\([^\"]*\)\".*/\1/"; }
game=${3-$(field variant "$2")}
cat <<END

Definition $1_certificate : list N := of_hex
 "$(od -An -v -tx1 "$2" | tr -d ' ' | paste -sd '\n' - | tr -d '\n' | fold -w 96 | sed '1!s/^/  /')".
Theorem $1 :
  holds (Claimed $game "$(field position "$2")" Player$(field winner "$2")).
Proof. by_certificate $1_certificate. Qed.
END
