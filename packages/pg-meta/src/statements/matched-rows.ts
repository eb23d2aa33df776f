import { type Node, type Parser, scan } from './parser.ts'
import { positionsIn } from './positions.ts'
import { relationOf, type RelationName } from './relation-name.ts'
import { fields, nodesIn } from './tree.ts'

/** A statement that changes the rows that a condition finds. */
export interface MatchedRows {
  readonly how: 'delete' | 'update'
  readonly relation: RelationName
  /** A text that counts them, in the words of the statement; null where it can't be made of those alone. */
  readonly countText: string | null
}

const changesRows = new Set(['InsertStmt', 'UpdateStmt', 'DeleteStmt', 'MergeStmt'])

/** What DELETE or UPDATE with a condition finds; null for every other statement. `text` is the statement's own. */
export function matchedRows(parser: Parser, text: string, statement: Node): MatchedRows | null {
  const [kind = ''] = Object.keys(statement)
  if (kind !== 'DeleteStmt' && kind !== 'UpdateStmt') return null
  const node = fields(statement[kind])
  if (node.whereClause === undefined) return null
  return { how: kind === 'DeleteStmt' ? 'delete' : 'update', relation: relationOf(node.relation), countText: countText(parser, text, node) }
}

function countText(parser: Parser, text: string, node: Node): string | null {
  if (fields(node.whereClause).CurrentOfExpr !== undefined) return null
  // counting must change nothing
  if (nodesIn(fields(node.withClause)).some((visit) => changesRows.has(visit.kind))) return null
  const clauses = clausesOf(parser, text)
  if (clauses === null) return null
  const { with: before, target, from, where } = clauses
  if (where === null || target === null) return null
  // on lines of their own, since a clause may end in a comment
  const condition = from === null ? `where ${where}` : `where exists (select from ${from}\nwhere ${where}\n)`
  return `${before}select count(*) from ${target}\n${condition}`
}

interface Clauses {
  /** With the line's end after it; empty without one. */
  readonly with: string
  readonly target: string | null
  readonly from: string | null
  readonly where: string | null
}

/** Words that begin a clause where no parenthesis is open. FROM and USING are the same to what they are for here. */
const starters: Readonly<Record<string, keyof Clauses | 'rest'>> = {
  set: 'rest',
  using: 'from',
  from: 'from',
  where: 'where',
  returning: 'rest',
}

/** Returns the clauses of a DELETE or UPDATE; null if they can't be separated. */
function clausesOf(parser: Parser, text: string): Clauses | null {
  const tokens = scan(parser, text)
  if (tokens === null) return null
  const positions = positionsIn(text)
  const clauses: Record<keyof Clauses | 'rest', string | null> = { with: null, target: null, from: null, where: null, rest: null }
  let depth = 0
  let current: keyof typeof clauses = 'with'
  let start = 0
  let isStarted = false
  let previous = ''
  const close = (end: number, next: keyof typeof clauses, from: number): void => {
    clauses[current] = text.slice(start, end).trim()
    current = next
    start = from
  }
  for (const token of tokens) {
    const word = token.text.toLowerCase()
    const at = positions.fromByte(token.start)
    const after = positions.fromByte(token.end)
    if (word === '(' || word === '[') depth += 1
    else if (word === ')' || word === ']') depth -= 1
    else if (depth === 0 && !isStarted && (word === 'delete' || word === 'update')) {
      close(at, 'target', after)
      isStarted = true
    } else if (word === 'from' && previous === 'delete') start = after
    else if (depth === 0 && isStarted && previous !== 'distinct' && followers[current].includes(word)) close(at, starters[word]!, after)
    previous = word
  }
  close(text.length, 'rest', text.length)
  const { with: before, target, from, where } = clauses
  return { with: before === null || before === '' ? '' : `${before}\n`, target, from, where }
}

/** Clauses come in one order, and a word that begins one elsewhere may be a part of another: a join's USING. */
const followers: Readonly<Record<keyof Clauses | 'rest', readonly string[]>> = {
  with: [],
  target: ['set', 'using', 'where', 'returning'],
  rest: ['from', 'where', 'returning'],
  from: ['where', 'returning'],
  where: ['returning'],
}
