import { bodyStatements } from './bodies.ts'
import { type Classification, classify } from './classify.ts'
import { matchedRows, type MatchedRows } from './matched-rows.ts'
import type { Parser, SyntaxProblem } from './parser.ts'
import { splitStatements } from './split.ts'

/** The longest text that is looked at, in bytes of UTF-8: its parse tree takes a few hundred times as much memory. */
export const maxAnalyzedBytes = 2 * 1024 * 1024

/** A statement's place in its text, in UTF-16 units, and what it does; or what is wrong with it. */
export type AnalyzedStatement = { readonly start: number; readonly end: number } & (
  | {
      readonly classification: Classification
      /** What its condition finds, when it is a DELETE or UPDATE with one. */
      readonly matched: MatchedRows | null
      readonly problem: null
    }
  | { readonly classification: null; readonly matched: null; readonly problem: SyntaxProblem }
)

export type Analysis =
  | { readonly kind: 'statements'; readonly statements: readonly AnalyzedStatement[] }
  /** Nothing was looked at. */
  | { readonly kind: 'too_large'; readonly bytes: number; readonly maxBytes: number }
  /** It nests deeper, or takes longer, than the parser can bear; it may still be good SQL. */
  | { readonly kind: 'unknown'; readonly reason: 'too_complex' | 'too_slow' }

/**
 * Splits a text and classifies its statements; any text may be given.
 *
 * @throws Error when the parser itself broke: it must then be thrown away, since its memory may be in any state
 */
export function analyzeStatements(parser: Parser, text: string): Analysis {
  const bytes = new TextEncoder().encode(text).length
  if (bytes > maxAnalyzedBytes) return { kind: 'too_large', bytes, maxBytes: maxAnalyzedBytes }
  // the parser's text ends at a NUL, and Postgres takes none either
  const nul = text.indexOf('\0')
  if (nul >= 0) return unusable(text, 'SQL can’t contain NUL characters', nul)
  const half = text.isWellFormed() ? -1 : findHalf(text)
  if (half >= 0) return unusable(text, 'SQL can’t contain incomplete characters (unpaired surrogates)', half)
  const statements = splitStatements(parser, text).map(({ start, end, node, problem }): AnalyzedStatement => {
    if (node !== null) {
      const own = text.slice(start, end)
      const inner = bodyStatements(parser, own, node).map((statement) => classify(statement))
      return { start, end, classification: classify(node, inner), matched: matchedRows(parser, own, node), problem: null }
    }
    return { start, end, classification: null, matched: null, problem: problem ?? { message: 'syntax error', offset: start } }
  })
  return { kind: 'statements', statements }
}

function unusable(text: string, message: string, offset: number): Analysis {
  return { kind: 'statements', statements: [{ start: 0, end: text.length, classification: null, matched: null, problem: { message, offset } }] }
}

function findHalf(text: string): number {
  return text.search(/[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/)
}
