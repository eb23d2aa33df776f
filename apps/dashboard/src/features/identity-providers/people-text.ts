import { peopleCopy } from './messages.ts'

/** Returns how many people sign in with a provider. */
export function peopleText(people: number): string {
  return people === 0 ? peopleCopy.none : peopleCopy.signIn(people)
}

/** Returns what happens to people without another way to sign in; empty when there are none. */
export function leftOutText(leftOut: number): string {
  return leftOut === 0 ? '' : peopleCopy.leftOut(leftOut)
}
