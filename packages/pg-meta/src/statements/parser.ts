/** A statement of a parse tree: one key, the node's kind, and its fields. */
export type Node = Readonly<Record<string, unknown>>

export interface RawStatement {
  readonly stmt: Node
  /** In bytes; left out when 0. */
  readonly stmt_location?: number
  /** In bytes; left out when the statement goes on to the end of the text. */
  readonly stmt_len?: number
}

export interface Token {
  /** In bytes. */
  readonly start: number
  readonly end: number
  readonly text: string
}

/** The part of libpg-query (Postgres's own grammar, compiled to WebAssembly) that the helpers stand on. */
export interface Parser {
  /** @throws Error with `sqlDetails.cursorPosition`, in characters from 0, when the text is no SQL */
  parseSync(text: string): { readonly stmts?: readonly RawStatement[] }
  /** @throws SyntaxError, without a place, for what is not even words: quotes and comments without an end */
  scanSync(text: string): { readonly tokens: readonly Token[] }
  /** The body of a DO or CREATE FUNCTION in PL/pgSQL. @throws Error for what is none, without a place */
  parsePlPgSQLSync(text: string): unknown
}

/** Why a text is not SQL, and where. */
export interface SyntaxProblem {
  readonly message: string
  /** In the text's UTF-16 units. */
  readonly offset: number
}

/** Returns the grammar's message for a text it refuses; null for other errors, which are bugs here. */
export function grammarError(error: unknown): { readonly message: string; readonly character: number } | null {
  if (!(error instanceof Error) || !('sqlDetails' in error) || error.sqlDetails === undefined) return null
  const { cursorPosition } = error.sqlDetails as { cursorPosition?: number }
  return { message: error.message, character: cursorPosition ?? 0 }
}

/** The words of a text; null when it has something that is none. */
export function scan(parser: Parser, text: string): readonly Token[] | null {
  try {
    return parser.scanSync(text).tokens
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}
