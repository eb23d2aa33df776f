import type { Classification } from '@colonnade/pg-meta/statements'
import type { SqlRunState } from '../run/run-state.ts'
import { whatChanges } from '../run/what-changes.ts'

/** A statement of the text that ran. */
export interface RanStatement {
  readonly text: string
  /** Null for a statement that the grammar doesn't understand. */
  readonly classification: Pick<Classification, 'kind' | 'writes' | 'isOpaque' | 'madeTables'> | null
}

/** The effect of a run that is worth stating: everything was rolled back, or the schema changed and a migration can record it. */
export type RunOutcome =
  | { readonly kind: 'unremarkable' }
  | { readonly kind: 'rolled-back' }
  | { readonly kind: 'schema-changed'; readonly statements: readonly string[] }

const unremarkable: RunOutcome = { kind: 'unremarkable' }

/** Statements that write, but not to the schema. */
const rowsOrUpkeep: ReadonlySet<string> = new Set([
  'InsertStmt',
  'UpdateStmt',
  'DeleteStmt',
  'MergeStmt',
  'CopyStmt',
  'TruncateStmt',
  'SelectStmt',
  'ExplainStmt',
  'VacuumStmt',
  'ClusterStmt',
  'ReindexStmt',
  'RefreshMatViewStmt',
  'NotifyStmt',
  'AlterSystemStmt',
])
/** Statements that a migration leaves out: they change nothing that another database needs. */
const upkeep: ReadonlySet<string> = new Set(['ExplainStmt', 'VacuumStmt', 'ClusterStmt', 'ReindexStmt', 'NotifyStmt', 'AlterSystemStmt'])

/** Returns the outcome of a run that ended. An open transaction has none yet. `ran` are the statements of its text, in order. */
export function runOutcome(
  { output, transaction, options }: Pick<Extract<SqlRunState, { kind: 'done' | 'failed' }>, 'output' | 'transaction' | 'options'>,
  ran: readonly RanStatement[],
): RunOutcome {
  if (transaction !== 'none') return unremarkable
  const { statements } = output
  const kept = statements.filter(({ isRolledBack, command }) => isRolledBack !== true && command !== 'ROLLBACK')
  if (kept.length < statements.length && whatChanges(kept) === 'nothing') return { kind: 'rolled-back' }
  // a replica changes nothing, and migrations are the work of the project's own role
  if (options.database !== undefined || options.as !== undefined || ran.length < statements.length) return unremarkable
  const recorded = ran.filter((_, index) => statements[index] !== undefined && statements[index].isRolledBack !== true)
  if (!recorded.some(changesSchema)) return unremarkable
  return { kind: 'schema-changed', statements: recorded.filter(belongsInMigration).map(({ text }) => text) }
}

function changesSchema({ classification }: RanStatement): boolean {
  if (classification === null) return false
  const { kind, writes, isOpaque, madeTables } = classification
  return madeTables.length > 0 || (writes && !isOpaque && !rowsOrUpkeep.has(kind))
}

/** Settings count: a later statement may depend on them. */
function belongsInMigration({ classification }: RanStatement): boolean {
  return classification !== null && (classification.kind === 'VariableSetStmt' || (classification.writes && !upkeep.has(classification.kind)))
}
