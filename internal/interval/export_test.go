package interval

// FewBytes is the least memory for a marker class.
const FewBytes = classBytes + 2*eachBytes*fewestInGeneration
