/** What a field takes in, as a multiple of what can be sent: a long text can be shortened there, and one that would freeze it does not get in. */
const fieldFactor = 2

/** As much of a text as a field for up to `maxLength` characters takes in; whole characters only. */
export function fitted(text: string, maxLength: number): string {
  const limit = fieldFactor * maxLength
  return text.length <= limit ? text : text.slice(0, limit).toWellFormed()
}

export function fits(length: number, maxLength: number): boolean {
  return length <= fieldFactor * maxLength
}
