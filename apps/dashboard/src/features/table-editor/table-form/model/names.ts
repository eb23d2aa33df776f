import { namesText } from './messages.ts'
/** The longest name that Postgres keeps: NAMEDATALEN - 1 (its documentation, 4.1.1). */
export const maxNameBytes = 63

export function bytesOf(name: string): number {
  return new TextEncoder().encode(name).length
}

/** What is wrong with a name; null when nothing is. Any other text is fine: it is quoted where it has to be. */
export function nameProblem(name: string, what: string): string | null {
  if (name === '') return namesText.needsName(what)
  if (name.includes('\0')) return namesText.nul
  const bytes = bytesOf(name)
  if (bytes > maxNameBytes) return namesText.tooLong(maxNameBytes, bytes)
  return null
}

/** Parts as one name that Postgres keeps whole: the longest part gives way, as it does in names that Postgres finds. */
export function fittingName(...parts: readonly string[]): string {
  const kept = parts.map((part) => Array.from(part))
  for (;;) {
    const name = kept.map((part) => part.join('')).join('_')
    if (bytesOf(name) <= maxNameBytes) return name
    kept.reduce((longest, part) => (part.length > longest.length ? part : longest)).pop()
  }
}

/** The first of `base`, `base_2`, `base_3` … that is not taken. */
export function freeNameOf(base: string, taken: readonly string[]): string {
  for (let count = 1; ; count += 1) {
    const name = count === 1 ? base : `${base}_${count}`
    if (!taken.includes(name)) return name
  }
}
