import type { Analysis } from '@colonnade/pg-meta/statements'
import type { SqlPart } from '../run/run-state.ts'
import { sourceText } from './messages.ts'
import { placeholdersIn } from './placeholders.ts'
import type { SaveKind } from './save-sql.ts'

/** What of a text can be saved, or why nothing can. */
export type SaveSource =
  | {
      readonly kind: 'statements'
      /** What they are a part of. */
      readonly part: SqlPart
      readonly statements: readonly string[]
      readonly placeholders: readonly string[]
      readonly isQuery: boolean
      /** Why it can only be recorded, not run. */ readonly cannotRun: string | null
    }
  | { readonly kind: 'none'; readonly why: string }

const functionKinds = new Set(['SelectStmt', 'InsertStmt', 'UpdateStmt', 'DeleteStmt', 'MergeStmt'])

/** For a migration all statements of the part; else the only one, or the one that the cursor is in. `analysis` is of the `parsable` text. */
export function saveSource(kind: SaveKind, part: SqlPart, cursor: number, analysis: Analysis): SaveSource {
  if (analysis.kind !== 'statements') return { kind: 'none', why: sourceText.tooComplex }
  if (analysis.statements.length === 0) return { kind: 'none', why: sourceText.empty }
  const at = cursor - part.offset
  const chosen = kind === 'migration' ? analysis.statements : [analysis.statements.find(({ end }) => at <= end + 1) ?? analysis.statements.at(-1)!]
  const problem = chosen.find((statement) => statement.problem !== null)?.problem
  if (problem) return { kind: 'none', why: sourceText.notSql(problem.message) }
  const kinds = chosen.map(({ classification }) => classification!)
  const statements = chosen.map(({ start, end }) => part.text.slice(start, end))
  const placeholders = [...new Set(statements.flatMap(placeholdersIn))]
  const isQuery = kinds[0]!.kind === 'SelectStmt' && !kinds[0]!.writes
  if ((kind === 'view' || kind === 'materialized-view') && !isQuery) return { kind: 'none', why: sourceText.viewNeedsSelect }
  if (kind === 'function' && !functionKinds.has(kinds[0]!.kind)) {
    return { kind: 'none', why: sourceText.functionNeedsQuery }
  }
  if (kind !== 'function' && placeholders.length > 0) {
    return { kind: 'none', why: sourceText.noParameters(placeholders[0]!) }
  }
  const outside = kinds.some(({ isOutsideTransaction, isTransactionControl }) => isOutsideTransaction || isTransactionControl)
  return {
    kind: 'statements',
    part,
    statements,
    placeholders,
    isQuery,
    cannotRun: outside ? sourceText.cannotRun : null,
  }
}
