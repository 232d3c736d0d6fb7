package theory

// Answer is the answer to a question of yes or no. The zero Answer is neither Yes nor No, so an unknown answer is never
// mistaken for Yes or No.
type Answer uint8

const (
	Open Answer = iota // not known
	Yes
	No
)

// yesOrNo returns Yes where something is the case, and No elsewhere.
func yesOrNo(is bool) Answer {
	if is {
		return Yes
	}
	return No
}

// Not returns the answer to the opposite question.
func (a Answer) Not() Answer {
	switch a {
	case Yes:
		return No
	case No:
		return Yes
	}
	return Open
}
