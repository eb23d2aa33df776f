/** How many have linked an account of a provider. */
export function peopleText(people: number): string {
  if (people === 0) return 'nobody signs in with it yet'
  return people === 1 ? '1 person signs in with it' : `${people} people sign in with it`
}

/** What becomes of those who have nothing else; empty where there are none. */
export function leftOutText(leftOut: number): string {
  if (leftOut === 0) return ''
  const who = leftOut === 1 ? '1 of them has' : `${leftOut} of them have`
  return `${who} neither password nor passkey nor another provider, and can get in again only with a new password by mail.`
}
