import { readPsqlCommand } from '@colonnade/pg-meta/psql'
import type { TextEdit } from '../../../../lib/sql-text/edits.ts'
import { findParameters, type ParameterPlace } from '../../../../lib/sql-text/parameters.ts'
import type { Span } from '../../../../lib/sql-text/position.ts'
import { statementRanges, type StatementRange } from '../../../../lib/sql-text/statement-ranges.ts'
import { readToken } from '../../../../lib/sql-text/tokens.ts'
import { readPartText } from './messages.ts'

/** Something that can't be sent, and what to do instead. */
export interface Refusal {
  readonly span: Span
  readonly words: string
}

/** What stands between what is written and what is sent. */
export interface PartReading {
  /** Commands of psql's, by the queries that do the same. */
  readonly edits: readonly TextEdit[]
  readonly refusals: readonly Refusal[]
  readonly parameters: readonly ParameterPlace[]
}

const copyIn = readPartText.copyFromStdin

/** What pg_dump writes around a dump so that psql runs none of its commands in between: none of them runs here anyway. */
const guardOfDumps = /^\\(?:un)?restrict\b/

export function readPart(text: string): PartReading {
  const edits: TextEdit[] = []
  const refusals: Refusal[] = []
  // most texts have neither: these need not be read word by word
  if (/\\|\bstdin\b/i.test(text)) for (const range of statementRanges(text)) readStatement(text, range, edits, refusals)
  return { edits, refusals, parameters: findParameters(text) }
}

function readStatement(text: string, { from, to, kind }: StatementRange, edits: TextEdit[], refusals: Refusal[]): void {
  const firstLine = () => ({ from, to: Math.min(to, endOfLine(text, from)) })
  if (kind === 'copy') refusals.push({ span: firstLine(), words: copyIn })
  if (kind === 'sql') readCommandBehind(text, from, to, refusals)
  if (kind !== 'psql') return
  if (guardOfDumps.test(text.slice(from, to))) return void edits.push({ from, to, insert: '' })
  const meaning = readPsqlCommand(text.slice(from, to))
  if (meaning.kind === 'query') edits.push({ from, to, insert: meaning.sql })
  else refusals.push({ span: { from, to }, words: meaning.words })
}

/** Psql also takes commands behind a statement: `select 1 \\gx`. SQL has no backslash outside of quotes. */
function readCommandBehind(text: string, from: number, to: number, refusals: Refusal[]): void {
  if (!text.slice(from, to).includes('\\')) return
  let token = readToken(text, from)
  while (token !== null && token.to <= to && token.text !== '\\') token = readToken(text, token.to)
  if (token === null || token.to > to) return
  const span = { from: token.from, to: Math.min(to, endOfLine(text, token.from)) }
  const meaning = readPsqlCommand(text.slice(span.from, span.to))
  const ownLine = readPartText.ownLine
  refusals.push({ span, words: meaning.kind === 'query' ? ownLine : meaning.words })
}

function endOfLine(text: string, from: number): number {
  const end = text.indexOf('\n', from)
  return end < 0 ? text.length : end
}
