import { RestError } from '../../rest-error.ts'
import { describe } from './combinators.ts'
import { grammar, rests } from './grammar.ts'

export type Production = keyof typeof grammar

/** A part of a parameter, and where it begins. */
export interface Part {
  readonly kind: keyof typeof rests
  readonly start: number
}

/** How PostgREST names what it failed to parse. */
const names: Readonly<Record<Production, string>> = {
  select: 'select parameter',
  filter: 'filter',
  argument: 'filter',
  order: 'order',
  columns: 'columns parameter',
  on_conflict: 'on_conflict parameter',
  'tree path': 'tree path',
  'logic path': 'logic path',
  'logic tree': 'logic tree',
}

/**
 * Returns the error for text that doesn't follow the grammar (PGRST100): where it fails, what is there and what was expected. Text before
 * the part is known to be valid.
 */
export function refusal(production: Production, text: string, subject: string, part: Part | null = null): RestError {
  const { failure } = part === null ? grammar[production](text, 0) : rests[part.kind](text, part.start)
  return new RestError(400, 'PGRST100', `"failed to parse ${names[production]} (${subject})" ${placeIn(text, failure.position)}`, {
    details: describe(failure),
  })
}

/** Lines and columns count from 1, and a tab goes to the next multiple of 8. */
function placeIn(text: string, position: number): string {
  let line = 1
  let column = 1
  for (const letter of text.slice(0, position)) {
    if (letter === '\n') {
      line += 1
      column = 1
    } else column += letter === '\t' ? 8 - ((column - 1) % 8) : 1
  }
  return `(line ${line}, column ${column})`
}
