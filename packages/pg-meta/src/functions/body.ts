import { dollarQuoted, type Fragment, sql, userAuthored } from '@colonnade/sql'
import { tokensOf } from '../catalog/authored.ts'

/** Whether a definition is a body of the SQL standard, which Postgres parses at once and follows through renames. */
export function isStandardBody(definition: string): boolean {
  return /^(?:\s|--[^\n]*\n|\/\*[^]*?\*\/)*(?:begin\s+atomic|return)\b/i.test(definition)
}

/** `as` with the definition as a text between dollar signs. */
export function textBody(definition: string): Fragment {
  return sql`as ${dollarQuoted(definition)}`
}

/**
 * BEGIN ATOMIC … END or RETURN …, which stand in the statement itself.
 *
 * @throws Error when there is more behind it
 */
export function standardBody(definition: string): Fragment {
  const tokens = tokensOf(definition)
  const last = tokens.at(-1)?.text === ';' ? tokens.length - 2 : tokens.length - 1
  const end = tokens[last]
  const firstEnd = /^\s*return/i.test(definition)
    ? tokens.findIndex(({ text }) => text === ';')
    : endOfBlock(tokens.map(({ text }) => text.toLowerCase()))
  if (end === undefined || (firstEnd >= 0 && firstEnd < last)) throw new Error(`Unexpected text after the function body: ${definition}`)
  return userAuthored('body', definition.slice(0, end.start + end.text.length))
}

/** Where the END that closes the block is; CASE has one of its own. */
function endOfBlock(words: readonly string[]): number {
  let open = 1
  return words.findIndex((word, index) => {
    if (words[index - 1] === '.' || words[index - 1] === 'as') return false
    if (word === 'case') open += 1
    if (word === 'end') open -= 1
    return open === 0
  })
}
