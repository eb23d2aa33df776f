import { grammarError, type Node, type Parser, scan, type SyntaxProblem, type Token } from './parser.ts'
import { type Positions, positionsIn } from './positions.ts'
import { findUnended } from './unended.ts'

/** One statement of a text, by its place: without the semicolon, and without space and comments before it. */
export interface StatementSpan {
  /** In UTF-16 units of the text. */
  readonly start: number
  readonly end: number
  /** Its parse tree; null when it is not SQL, and `problem` says why. */
  readonly node: Node | null
  readonly problem: SyntaxProblem | null
}

/**
 * The statements of a text. A text with mistakes is split at its semicolons (not those in quotes, comments, parentheses or bodies), so that
 * one broken statement does not hide the others.
 */
export function splitStatements(parser: Parser, text: string): StatementSpan[] {
  if (text.trim() === '') return []
  try {
    return parsed(parser, text)
  } catch (error) {
    return piecesOf(parser, text, problemIn(text, error)).flatMap((piece) => parsedPiece(parser, text, piece))
  }
}

function parsed(parser: Parser, text: string): StatementSpan[] {
  const positions = positionsIn(text)
  return (parser.parseSync(text).stmts ?? []).map(({ stmt, stmt_location = 0, stmt_len }) => {
    const start = positions.fromByte(stmt_location)
    const end = stmt_len === undefined ? text.length : positions.fromByte(stmt_location + stmt_len)
    return { ...trimmed(text, start, end), node: stmt, problem: null }
  })
}

/** @throws the error itself when it is not about the text */
function problemIn(text: string, error: unknown): SyntaxProblem {
  const found = grammarError(error)
  if (found === null) throw error
  return { message: found.message, offset: positionsIn(text).fromCharacter(found.character) }
}

interface Piece {
  readonly start: number
  readonly end: number
  readonly problem: SyntaxProblem | null
}

function parsedPiece(parser: Parser, text: string, piece: Piece): StatementSpan[] {
  const own = text.slice(piece.start, piece.end)
  if (piece.problem !== null) return [{ ...trimmed(text, piece.start, piece.end), node: null, problem: piece.problem }]
  if (own.trim() === '') return []
  try {
    return parsed(parser, own).map((span) => ({ ...span, start: span.start + piece.start, end: span.end + piece.start }))
  } catch (error) {
    const { message, offset } = problemIn(own, error)
    const problem = { message, offset: piece.start + offset }
    return [{ ...trimmed(text, piece.start, piece.end), node: null, problem }]
  }
}

/** The text between semicolons; what follows a quote or comment that never ends is one piece with that problem. */
function piecesOf(parser: Parser, text: string, problem: SyntaxProblem): Piece[] {
  const tokens = scan(parser, text)
  if (tokens !== null) return cut(tokens, positionsIn(text), text.length)
  const open = findUnended(parser, text)
  if (open === null) return [{ start: 0, end: text.length, problem }]
  const pieces = cut(scan(parser, text.slice(0, open.offset)) ?? [], positionsIn(text), open.offset)
  const { start } = pieces.at(-1)!
  return [...pieces.slice(0, -1), { start: Math.min(start, open.offset), end: text.length, problem: open }]
}

const comment = /^(?:--|\/\*)/

/** Always ends with the piece after the last semicolon, empty or not. */
function cut(tokens: readonly Token[], positions: Positions, length: number): Piece[] {
  const pieces: Piece[] = []
  let own: Token[] = []
  let depth = 0
  let bodies = 0
  let previous = ''
  const close = (end: number): void => {
    const [first] = own
    pieces.push({ start: first === undefined ? end : positions.fromByte(first.start), end, problem: null })
    own = []
  }
  for (const token of tokens) {
    const word = token.text.toLowerCase()
    if (comment.test(word)) continue
    if (word === '(') depth += 1
    if (word === ')') depth = Math.max(0, depth - 1)
    // the body of a function in standard SQL holds whole statements (Postgres documentation, CREATE FUNCTION, sql_body)
    if (word === 'atomic' && previous === 'begin') bodies = 1
    else if (word === 'case' && bodies > 0) bodies += 1
    else if (word === 'end' && bodies > 0) bodies -= 1
    if (word === ';' && depth === 0 && bodies === 0) close(positions.fromByte(token.start))
    else own.push(token)
    previous = word
  }
  close(length)
  return pieces
}

function trimmed(text: string, start: number, end: number): { start: number; end: number } {
  const own = text.slice(start, end)
  return { start: start + own.length - own.trimStart().length, end: start + own.trimEnd().length }
}
