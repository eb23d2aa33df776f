import { findParameters } from '../../../lib/sql-text/parameters.ts'

/** Names of the values that a text asks for (`:city`), each once, in its order. */
export function placeholdersIn(text: string): readonly string[] {
  return [...new Set(findParameters(text).map(({ name }) => name))]
}

/** The text with something else for each place of a value, which was `length` characters long. */
export function replacePlaceholders(text: string, replacement: (name: string, length: number) => string): string {
  let written = ''
  let from = 0
  for (const place of findParameters(text)) {
    written += text.slice(from, place.from) + replacement(place.name, place.to - place.from)
    from = place.to
  }
  return written + text.slice(from)
}

/** The same text, in as many characters, as the grammar takes it. */
export const parsable = (text: string): string => replacePlaceholders(text, (_, length) => '$1'.padEnd(length))
