import { ident, toText } from '@colonnade/sql'
import { type Token, tokensOf } from '../catalog/authored.ts'

/** What parts of an expression are called in another table. */
export interface Naming {
  /** Names before a column's: that of the table itself, or OLD and NEW of a trigger. */
  readonly qualifiers: ReadonlyMap<string, string>
  /** What its columns are called there. */
  readonly columns: ReadonlyMap<string, string>
}

/**
 * An expression that Postgres printed for one table, in the words of another: `t.owner` of a policy on `t` becomes `copy.owner`. Tables
 * that a query in it reads are left alone: they are printed with their schemas, and `t` itself is called `t_1` there.
 *
 * @throws Error when something in it is not closed, which Postgres does not print
 */
export function retarget(expression: string, { qualifiers, columns }: Naming): string {
  const tokens = tokensOf(expression)
  const at = (place: number) => tokens[place]?.text
  const named = (column: string) => columns.get(column) ?? column
  let text = ''
  let end = 0
  /** How deep the query lies that the token is in; null outside of queries. */
  let query: number | null = null
  const replace = (token: Token, name: string) => {
    text += expression.slice(end, token.start) + toText(ident(name))
    end = token.start + token.text.length
  }
  for (const [place, token] of tokens.entries()) {
    if (query !== null && token.depth < query) query = null
    if (token.text === '(' && query === null && /^(select|with|values)$/i.test(at(place + 1) ?? '')) query = token.depth + 1
    const name = nameOf(token)
    const before = at(place - 1) ?? ''
    if (name === null || before === '.' || before === ':' || at(place + 1) === '(') continue
    if (at(place + 1) === '.') {
      const next = tokens[place + 2]
      const column = next === undefined ? null : nameOf(next)
      // a schema may have the table's name; FROM also stands before columns: extract(year from t.made)
      const isOther = at(place + 3) === '(' || (/^(from|join|collate)$/i.test(before) && !columns.has(column ?? ''))
      if (!qualifiers.has(name) || isOther || (column === null && next?.text !== '*')) continue
      replace(token, qualifiers.get(name)!)
      if (column !== null && named(column) !== column) replace(next!, named(column))
    } else if (query === null && named(name) !== name && !/^as$/i.test(before)) replace(token, named(name))
  }
  return text + expression.slice(end)
}

function nameOf({ kind, text }: Token): string | null {
  if (kind === 'word') return /^\d/.test(text) ? null : text
  return kind === 'name' ? text.slice(1, -1).replaceAll('""', '"') : null
}
