import { nameOf, type Token, tokensOf } from '../../../../lib/sql-text/tokens.ts'
import { type Named, namedOf } from './body.ts'

/** What is written at a place of a PL/pgSQL body (documentation, 43.3 to 43.6). Offsets are those of the body. */
export type PlpgsqlPart =
  /** SQL from one offset to another, and what stands before it so that it reads as a statement. */
  | { readonly kind: 'sql'; readonly lead: string; readonly from: number; readonly to: number }
  /** The type of a variable. */
  | { readonly kind: 'type' }
  /** A statement begins. */
  | { readonly kind: 'start' }
  /** A new name, or a text: there is nothing to offer. */
  | { readonly kind: 'none' }

/** A variable: of a type, or of the rows of a query (from, to). */
export type Variable = Named | { readonly name: string; readonly query: readonly [from: number, to: number] }

export interface PlpgsqlPlace {
  readonly part: PlpgsqlPart
  readonly variables: readonly Variable[]
}

const sqlVerbs = new Set(
  'select insert update delete with merge values call create alter drop truncate grant revoke comment refresh lock set copy analyze explain'.split(
    ' ',
  ),
)
const expressions = new Set('if elsif elseif while when assert return perform execute raise exit continue case'.split(' '))
const levels = new Set('debug log info notice warning exception'.split(' '))

/** Statements, and heads of statements, of a body: the tokens of each, whether it declares, and the offset of what ends it. */
interface Segment {
  readonly tokens: Token[]
  readonly isDeclaration: boolean
  readonly from: number
  to: number
}

export function plpgsqlAt(body: string, offset: number): PlpgsqlPlace {
  const tokens = tokensOf(body)
  const inside = tokens.find(
    ({ kind, from, to, isOpen }) => (kind === 'comment' || kind === 'string') && from < offset && (offset < to || isOpen === true),
  )
  const segments = segmentsOf(
    tokens.filter(({ kind }) => kind !== 'comment'),
    body.length,
  )
  const place = segments.findIndex(({ to }) => offset <= to)
  const variables = segments.slice(0, place < 0 ? segments.length : place).flatMap(variablesOf)
  const segment = segments[place]
  if (inside !== undefined || segment === undefined) return { part: { kind: inside ? 'none' : 'start' }, variables }
  return { part: partOf(segment, offset), variables }
}

function segmentsOf(tokens: readonly Token[], length: number): Segment[] {
  const segments: Segment[] = []
  let isDeclaration = false
  let open: Segment = { tokens: [], isDeclaration, from: 0, to: length }
  // CASE of an expression has its own THEN and ELSE
  let cases = 0
  const close = ({ from, to }: Token) => {
    open.to = from
    segments.push(open)
    open = { tokens: [], isDeclaration, from: to, to: length }
  }
  for (const token of tokens) {
    const { text, kind } = token
    const word = kind === 'word' ? text : kind === 'symbol' ? text : ''
    if (word === 'case' && open.tokens.length > 0 && open.tokens.at(-1)!.text !== 'end') cases += 1
    else if (word === 'end' && cases > 0) cases -= 1
    else if (word === ';') {
      cases = 0
      close(token)
      continue
    } else if (word === 'declare' || word === 'begin') {
      isDeclaration = word === 'declare'
      close(token)
      continue
    } else if (cases === 0 && (word === 'then' || word === 'else' || word === 'loop') && open.tokens.at(-1)?.text !== 'end') {
      close(token)
      continue
    }
    open.tokens.push(token)
  }
  segments.push(open)
  return segments
}

/** What a segment makes known to those after it. */
function variablesOf({ tokens, isDeclaration, to }: Segment): Variable[] {
  if (isDeclaration) return namedOf(tokens)
  const [first, name, third, fourth] = tokens
  if (first?.text !== 'for' || third?.text !== 'in' || name === undefined) return []
  const isQuery = fourth !== undefined && (fourth.text === 'select' || fourth.text === 'with' || fourth.text === 'values')
  return [isQuery ? { name: nameOf(name), query: [fourth.from, to] } : { name: nameOf(name), type: tokensOf('integer') }]
}

function partOf({ tokens, isDeclaration, from, to }: Segment, offset: number): PlpgsqlPart {
  // the word that is being written is not before the cursor
  const before = tokens.filter((token) => token.to < offset || (token.to === offset && token.kind === 'symbol'))
  const expression = (start: number): PlpgsqlPart => ({ kind: 'sql', lead: 'select ', from: start, to })
  const assigned = before.find(({ text }) => text === ':=' || text === '=' || text === 'default')
  if (isDeclaration) {
    if (assigned) return expression(assigned.to)
    return { kind: before.length === 0 ? 'none' : 'type' }
  }
  const [first, second, third] = before
  if (first === undefined) return { kind: 'start' }
  const sql = (token: Token | undefined): PlpgsqlPart => (token === undefined ? { kind: 'start' } : { kind: 'sql', lead: '', from: token.from, to })
  if (sqlVerbs.has(first.text)) return { kind: 'sql', lead: '', from, to }
  if (first.text === 'for' || first.text === 'foreach') {
    const at = before.findIndex(({ text }) => text === 'in')
    if (at < 0) return { kind: 'none' }
    const next = before[at + 1]
    if (next !== undefined && sqlVerbs.has(next.text)) return sql(next)
    return expression((next?.text === 'reverse' || next?.text === 'array' ? next : before[at]!).to)
  }
  if (first.text === 'open') {
    const at = before.findIndex(({ text }) => text === 'for')
    return at < 0 ? { kind: 'start' } : before[at + 1] === undefined ? { kind: 'sql', lead: '', from: before[at]!.to, to } : sql(before[at + 1])
  }
  if (first.text === 'return' && second?.text === 'query' && third?.text !== 'execute') return { kind: 'sql', lead: '', from: second.to, to }
  if (expressions.has(first.text)) {
    const isMore = second !== undefined && (levels.has(second.text) || second.text === 'next' || second.text === 'query' || second.text === 'when')
    return expression((isMore ? (third?.text === 'execute' ? third : second) : first).to)
  }
  return assigned ? expression(assigned.to) : { kind: 'start' }
}
