(** The checker as an OCaml program.

    Coq translates the functions of the checker. Natural numbers become those of the library zarith
    (whole numbers of any size) by the lines below, and letters OCaml's char: this list, the
    translation itself, OCaml's compiler and zarith have to be believed beside the proofs. The module Z
    of zarith is called Whole here: Coq has a Z of its own, which is translated as it is.
    Numbers that would not fit a machine word where they have to (a shift, for example) raise an
    exception, and then nothing is accepted. *)
From Coq Require Import NArith Extraction ExtrOcamlBasic ExtrOcamlChar.
From Gridlock Require Import Rules Claim Sets Words Check.

Extract Inductive nat => "Whole.t" ["Whole.zero" "Whole.succ"]
  "(fun zero succ n -> if Whole.sign n = 0 then zero () else succ (Whole.pred n))".
Extract Inductive positive => "Whole.t"
  ["(fun p -> Whole.succ (Whole.shift_left p 1))" "(fun p -> Whole.shift_left p 1)" "Whole.one"]
  "(fun odd even one p -> if Whole.equal p Whole.one then one () else
     let half = Whole.shift_right p 1 in if Whole.is_odd p then odd half else even half)".
Extract Inductive N => "Whole.t" ["Whole.zero" ""]
  "(fun zero pos n -> if Whole.sign n = 0 then zero () else pos n)".

Extract Inductive comparison => "int" ["0" "(-1)" "1"]
  "(fun eq lt gt c -> if c = 0 then eq () else if c < 0 then lt () else gt ())".

Extract Constant N.add => "Whole.add".
Extract Constant N.sub => "(fun a b -> if Whole.leq a b then Whole.zero else Whole.sub a b)".
Extract Constant N.mul => "Whole.mul".
Extract Constant N.div => "(fun a b -> if Whole.sign b = 0 then Whole.zero else Whole.div a b)".
Extract Constant N.modulo => "(fun a b -> if Whole.sign b = 0 then a else Whole.rem a b)".
Extract Constant N.max => "Whole.max".
Extract Constant N.compare => "Whole.compare".
Extract Constant N.eqb => "Whole.equal".
Extract Constant N.leb => "Whole.leq".
Extract Constant N.ltb => "Whole.lt".
Extract Constant N.lor => "Whole.logor".
Extract Constant N.land => "Whole.logand".
Extract Constant N.lxor => "Whole.logxor".
Extract Constant N.ldiff => "(fun a b -> Whole.logand a (Whole.lognot b))".
Extract Constant N.shiftl => "(fun a k -> Whole.shift_left a (Whole.to_int k))".
Extract Constant N.shiftr => "(fun a k -> Whole.shift_right a (Whole.to_int k))".
Extract Constant N.testbit => "(fun a k -> Whole.testbit a (Whole.to_int k))".
Extract Constant N.setbit => "(fun a k -> Whole.logor a (Whole.shift_left Whole.one (Whole.to_int k)))".
Extract Constant N.clearbit => "(fun a k -> Whole.logand a (Whole.lognot (Whole.shift_left Whole.one (Whole.to_int k))))".
Extract Constant N.ones => "(fun k -> Whole.pred (Whole.shift_left Whole.one (Whole.to_int k)))".
Extract Constant N.size_nat => "(fun a -> Whole.of_int (Whole.numbits a))".
Extract Constant N.succ_pos => "Whole.succ".
Extract Constant N.of_nat => "(fun n -> n)".
Extract Constant N.to_nat => "(fun n -> n)".
Extract Constant Nat.leb => "Whole.leq".
Extract Constant Nat.ltb => "Whole.lt".

Extraction "kernel.ml" check perft tabled_for read_with find_game game_text.
