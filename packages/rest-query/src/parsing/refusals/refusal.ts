import { RestError } from '../../rest-error.ts'
import { describe } from './combinators.ts'
import { grammar } from './grammar.ts'

export type Production = keyof typeof grammar

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

/** The error for a text that doesn't follow the grammar: where it fails, what is there and what was expected (PGRST100). */
export function refusal(production: Production, text: string, subject: string): RestError {
  const { failure } = grammar[production](text, 0)
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
