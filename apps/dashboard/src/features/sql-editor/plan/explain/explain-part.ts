import type { Analysis, Classification } from '@colonnade/pg-meta/statements'
import type { TransactionState } from '@colonnade/contracts/data/sql-runs'
import { lineAndColumn } from '../../../../lib/sql-text/position.ts'
import type { SqlPart } from '../../run/run-state.ts'
import { explainPartText } from './messages.ts'

/** What EXPLAIN is asked to tell besides the plan. */
export const explainOptions = [
  { value: 'buffers', label: explainPartText.buffers },
  { value: 'verbose', label: explainPartText.verbose },
  { value: 'settings', label: explainPartText.settings },
  { value: 'wal', label: explainPartText.wal },
] as const
export type ExplainOption = (typeof explainOptions)[number]['value']
export const defaultExplainOptions: readonly ExplainOption[] = ['buffers', 'settings']

export interface ExplainRequest {
  /** Runs the statement and measures it. */
  readonly isAnalyze: boolean
  readonly options: readonly ExplainOption[]
  /** Of the session: work that is rolled back must leave an open transaction as it was. */
  readonly transaction: TransactionState
}

/** What of a text is explained, or why nothing is. */
export type ExplainTarget =
  | {
      readonly kind: 'statement'
      readonly statement: SqlPart
      /** It changes something, or may. */ readonly writes: boolean
      readonly isExplain: boolean
    }
  | { readonly kind: 'none'; readonly why: string }

const explainable = new Set([
  'SelectStmt',
  'InsertStmt',
  'UpdateStmt',
  'DeleteStmt',
  'MergeStmt',
  'CreateTableAsStmt',
  'DeclareCursorStmt',
  'ExecuteStmt',
])

/** The statement of a part that is explained: its only one, or the one that the cursor (from the beginning of the whole text) is in. */
export function explainTarget(part: SqlPart, cursor: number, analysis: Analysis): ExplainTarget {
  if (part.text.trim() === '') return { kind: 'none', why: explainPartText.nothing }
  // SQL that couldn't be analyzed may still be one valid statement; Postgres decides
  if (analysis.kind !== 'statements') return { kind: 'statement', statement: trimmedEnd(part), writes: true, isExplain: false }
  const at = cursor - part.offset
  const { statements } = analysis
  const found = statements.find(({ end }) => at <= end + 1) ?? statements.at(-1)
  if (found === undefined) return { kind: 'none', why: explainPartText.nothing }
  const statement = partFrom(part, found.start, found.end)
  // Postgres shows a mistake where it is; should it see none, what is done is not known
  if (found.classification === null) return { kind: 'statement', statement, writes: true, isExplain: false }
  const { kind } = found.classification
  if (kind === 'ExplainStmt') return { kind: 'statement', statement, writes: false, isExplain: true }
  if (!explainable.has(kind)) {
    return { kind: 'none', why: explainPartText.notExplainable }
  }
  return { kind: 'statement', statement, writes: mayWrite(found.classification), isExplain: false }
}

const mayWrite = ({ writes, isOpaque, kind }: Classification): boolean => writes || isOpaque || kind === 'ExecuteStmt'

/**
 * The text that explains a statement. Places of errors stay those of the statement. With `isUndone`, what it changes is rolled back: in a transaction of
 * its own, or to a savepoint of the one that is open.
 */
export function explainPart(statement: SqlPart, { isAnalyze, options, transaction }: ExplainRequest, isUndone: boolean): SqlPart {
  const has = (option: ExplainOption): boolean => options.includes(option)
  const words = [
    ...(isAnalyze ? ['analyze'] : []),
    ...(has('verbose') ? ['verbose'] : []),
    // measured unless switched off, since version 18
    ...(isAnalyze || has('buffers') ? [has('buffers') ? 'buffers' : 'buffers off'] : []),
    ...(has('settings') ? ['settings'] : []),
    ...(isAnalyze && has('wal') ? ['wal'] : []),
    'format json',
  ]
  const [before, after] = !isAnalyze || !isUndone ? ['', ''] : undoing(transaction)
  const prefix = `${before}explain (${words.join(', ')}) `
  return {
    text: `${prefix}${statement.text}${after === '' ? '' : `\n;${after}`}`,
    offset: statement.offset - prefix.length,
    start: { line: statement.start.line, column: statement.start.column - prefix.length },
    isSelection: statement.isSelection,
  }
}

function undoing(transaction: TransactionState): readonly [string, string] {
  if (transaction === 'none') return ['begin; ', ' rollback;']
  return ['savepoint colonnade_explain; ', ' rollback to savepoint colonnade_explain; release savepoint colonnade_explain;']
}

function partFrom({ text, offset, start, isSelection }: SqlPart, from: number, to: number): SqlPart {
  const { line, column } = lineAndColumn(text, from)
  return {
    text: text.slice(from, to),
    offset: offset + from,
    start: { line: line + start.line - 1, column: line === 1 ? column + start.column - 1 : column },
    isSelection,
  }
}

/** A semicolon at the end would end the EXPLAIN before what undoes it. */
function trimmedEnd(part: SqlPart): SqlPart {
  return { ...part, text: part.text.replace(/[\s;]+$/, '') }
}
