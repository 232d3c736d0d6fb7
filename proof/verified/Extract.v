(** The checker as an OCaml program.

    Coq translates the functions of the checker. Numbers become those of the library zarith
    (whole numbers of any size) by the lines below, and letters OCaml's char: this list, the
    translation itself, OCaml's compiler and zarith have to be believed beside the proofs.
    Numbers that would not fit a machine word where they have to (a shift, for example) raise an
    exception, and then nothing is accepted. *)
From Coq Require Import NArith Extraction ExtrOcamlBasic ExtrOcamlChar.
From Gridlock Require Import Rules Claim Sets Words Check.

Extract Inductive nat => "Z.t" ["Z.zero" "Z.succ"]
  "(fun zero succ n -> if Z.sign n = 0 then zero () else succ (Z.pred n))".
Extract Inductive positive => "Z.t"
  ["(fun p -> Z.succ (Z.shift_left p 1))" "(fun p -> Z.shift_left p 1)" "Z.one"]
  "(fun odd even one p -> if Z.equal p Z.one then one () else
     let half = Z.shift_right p 1 in if Z.is_odd p then odd half else even half)".
Extract Inductive N => "Z.t" ["Z.zero" ""]
  "(fun zero pos n -> if Z.sign n = 0 then zero () else pos n)".

Extract Inductive comparison => "int" ["0" "(-1)" "1"]
  "(fun eq lt gt c -> if c = 0 then eq () else if c < 0 then lt () else gt ())".

Extract Constant N.add => "Z.add".
Extract Constant N.sub => "(fun a b -> if Z.leq a b then Z.zero else Z.sub a b)".
Extract Constant N.mul => "Z.mul".
Extract Constant N.div => "(fun a b -> if Z.sign b = 0 then Z.zero else Z.div a b)".
Extract Constant N.modulo => "(fun a b -> if Z.sign b = 0 then a else Z.rem a b)".
Extract Constant N.max => "Z.max".
Extract Constant N.compare => "Z.compare".
Extract Constant N.eqb => "Z.equal".
Extract Constant N.leb => "Z.leq".
Extract Constant N.ltb => "Z.lt".
Extract Constant N.lor => "Z.logor".
Extract Constant N.land => "Z.logand".
Extract Constant N.lxor => "Z.logxor".
Extract Constant N.ldiff => "(fun a b -> Z.logand a (Z.lognot b))".
Extract Constant N.shiftl => "(fun a k -> Z.shift_left a (Z.to_int k))".
Extract Constant N.shiftr => "(fun a k -> Z.shift_right a (Z.to_int k))".
Extract Constant N.testbit => "(fun a k -> Z.testbit a (Z.to_int k))".
Extract Constant N.setbit => "(fun a k -> Z.logor a (Z.shift_left Z.one (Z.to_int k)))".
Extract Constant N.clearbit => "(fun a k -> Z.logand a (Z.lognot (Z.shift_left Z.one (Z.to_int k))))".
Extract Constant N.ones => "(fun k -> Z.pred (Z.shift_left Z.one (Z.to_int k)))".
Extract Constant N.size_nat => "(fun a -> Z.of_int (Z.numbits a))".
Extract Constant N.succ_pos => "Z.succ".
Extract Constant N.of_nat => "(fun n -> n)".
Extract Constant N.to_nat => "(fun n -> n)".
Extract Constant Nat.leb => "Z.leq".
Extract Constant Nat.ltb => "Z.lt".

Extraction "kernel.ml" check perft tabled_for read_with find_game game_text.
