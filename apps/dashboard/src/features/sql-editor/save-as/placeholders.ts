import { findParameters, standIn } from '../../../lib/sql-text/parameters.ts'
import type { Span } from '../../../lib/sql-text/position.ts'

/** Names of the values that a text asks for (`:city`), each once, in its order. */
export function placeholdersIn(text: string): readonly string[] {
  return [...new Set(findParameters(text).map(({ name }) => name))]
}

/** The text with something else for each place of a value. */
export function replacePlaceholders(text: string, replacement: (name: string, place: Span) => string): string {
  let written = ''
  let from = 0
  for (const place of findParameters(text)) {
    written += text.slice(from, place.from) + replacement(place.name, place)
    from = place.to
  }
  return written + text.slice(from)
}

/** The same text, in as many characters, as the grammar takes it. */
export const parsable = (text: string): string => replacePlaceholders(text, (_, place) => standIn(place))
