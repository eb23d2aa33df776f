import { dropByName } from '@colonnade/pg-meta/drops'
import { triggers, type Command } from '@colonnade/pg-meta'
import { expressionProblem } from '@colonnade/pg-meta/alter-table'
import type { TriggerSummary } from '@colonnade/pg-meta/trigger-summaries'
import type { Draft } from '../../../scope/changes/draft.ts'
import { triggerDraftText } from './messages.ts'
import type { TriggerDefinition } from './trigger-queries.ts'

export type Activation = TriggerSummary['activation']
export type Orientation = TriggerSummary['orientation']
export type TriggerEvent = TriggerSummary['events'][number]
/** Modes as changes name them (spec §4); lists use ORIGIN for enabled triggers. */
export type EnabledMode = 'ENABLED' | 'DISABLED' | 'REPLICA' | 'ALWAYS'

export interface TriggerDraft {
  readonly name: string
  readonly schema: string
  readonly table: string
  readonly functionSchema: string
  readonly functionName: string
  /** One per line. */
  readonly arguments: string
  readonly activation: Activation
  readonly orientation: Orientation
  readonly events: readonly TriggerEvent[]
  /** Applies to UPDATE events only; empty for all columns. */
  readonly columns: readonly string[]
  readonly condition: string
  readonly isConstraint: boolean
  readonly isDeferrable: boolean
  readonly isInitiallyDeferred: boolean
  /** Names of the transition tables; empty for none. */
  readonly oldTable: string
  readonly newTable: string
  readonly enabledMode: EnabledMode
  readonly comment: string
}

/** Spec §9: schema and function schema public, unless another schema is open. */
export const newDraft = (schema: string): TriggerDraft => ({
  name: '',
  schema,
  table: '',
  functionSchema: 'public',
  functionName: '',
  arguments: '',
  activation: 'AFTER',
  orientation: 'ROW',
  events: [],
  columns: [],
  condition: '',
  isConstraint: false,
  isDeferrable: false,
  isInitiallyDeferred: false,
  oldTable: '',
  newTable: '',
  enabledMode: 'ENABLED',
  comment: '',
})

export const draftOf = (row: TriggerDefinition): TriggerDraft => ({
  name: row.name,
  schema: row.schema,
  table: row.table,
  functionSchema: row.function_schema,
  functionName: row.function_name,
  arguments: row.function_args.join('\n'),
  activation: row.activation,
  orientation: row.orientation,
  events: row.events,
  columns: row.columns,
  condition: row.condition ?? '',
  isConstraint: row.is_constraint,
  isDeferrable: row.is_deferrable,
  isInitiallyDeferred: row.is_initially_deferred,
  oldTable: row.old_table ?? '',
  newTable: row.new_table ?? '',
  enabledMode: row.enabled_mode === 'ORIGIN' ? 'ENABLED' : row.enabled_mode,
  comment: row.comment ?? '',
})

/** Returns the draft of a duplicate: a copy under another name. */
export const duplicateOf = (row: TriggerDefinition): TriggerDraft => ({ ...draftOf(row), name: `${row.name}_copy` })

/** Returns the orientations a trigger can have. Views have row triggers only instead of changes. */
export function possibleOrientations(tableType: string, activation: Activation): readonly Orientation[] {
  if (activation === 'INSTEAD OF') return ['ROW']
  return tableType === 'v' ? ['STATEMENT'] : ['ROW', 'STATEMENT']
}

export const possibleActivations = (tableType: string): readonly Activation[] =>
  tableType === 'v' ? ['INSTEAD OF', 'BEFORE', 'AFTER'] : ['BEFORE', 'AFTER']

export const possibleEvents = (tableType: string, orientation: Orientation): readonly TriggerEvent[] =>
  orientation === 'ROW' || tableType === 'v' ? ['INSERT', 'UPDATE', 'DELETE'] : ['INSERT', 'UPDATE', 'DELETE', 'TRUNCATE']

/** Returns true for tables, the only relations that can have constraint triggers. */
export const canBeConstraint = (tableType: string): boolean => tableType === 'r' || tableType === 'p'

/** Returns the draft with the choices its table or view doesn't allow replaced. */
export function fitted(draft: TriggerDraft, tableType: string): TriggerDraft {
  const activations = possibleActivations(tableType)
  const isStandIn = tableType === 'v' && draft.orientation === 'ROW'
  const activation = activations.includes(draft.activation) && !isStandIn ? draft.activation : activations[0]!
  const orientations = possibleOrientations(tableType, activation)
  const orientation = orientations.includes(draft.orientation) ? draft.orientation : orientations[0]!
  const possible = possibleEvents(tableType, orientation)
  const isConstraint = draft.isConstraint && activation === 'AFTER' && orientation === 'ROW' && canBeConstraint(tableType)
  return {
    ...draft,
    activation,
    orientation,
    events: draft.events.filter((event) => possible.includes(event)),
    isConstraint,
    isDeferrable: isConstraint && draft.isDeferrable,
    isInitiallyDeferred: isConstraint && draft.isDeferrable && draft.isInitiallyDeferred,
    condition: activation === 'INSTEAD OF' ? '' : draft.condition,
    columns: activation === 'INSTEAD OF' ? [] : draft.columns,
  }
}

/** Returns the possible transition tables: Postgres allows them for AFTER triggers on tables, with one event and no column list. */
export function transitionTables({ activation, events, columns, isConstraint }: TriggerDraft, tableType: string) {
  const [event] = events
  const isPossible = activation === 'AFTER' && events.length === 1 && columns.length === 0 && !isConstraint && tableType !== 'v'
  return {
    hasOld: isPossible && (event === 'UPDATE' || event === 'DELETE'),
    hasNew: isPossible && (event === 'UPDATE' || event === 'INSERT'),
  }
}

/** Returns the change the form makes: a new trigger, or changes to `before`. Postgres alters only names and modes; else the trigger is re-created. */
export function changeOf(before: TriggerDefinition | null, draft: TriggerDraft, tableType: string): Draft {
  const problems = problemsOf(draft)
  if (Object.keys(problems).length > 0) return { kind: 'incomplete', problems }
  try {
    if (before === null) {
      return { kind: 'change', change: { name: triggerDraftText.create(draft.name, draft.table), commands: creation(draft, tableType) } }
    }
    const commands = alteration(before, draft, tableType)
    return commands.length === 0
      ? { kind: 'unchanged' }
      : { kind: 'change', change: { name: triggerDraftText.edit(before.name, before.table), commands } }
  } catch (error) {
    return { kind: 'incomplete', problems: { form: error instanceof Error ? error.message : String(error) } }
  }
}

/** Returns true if saving drops and re-creates the trigger. */
export function isRecreated(before: TriggerDefinition, draft: TriggerDraft, tableType: string): boolean {
  const same = { name: '', comment: '', enabledMode: 'ENABLED' } as const
  return JSON.stringify(inputOf({ ...draftOf(before), ...same }, tableType)) !== JSON.stringify(inputOf({ ...draft, ...same }, tableType))
}

function creation(draft: TriggerDraft, tableType: string): Command[] {
  const { schema, table, name, enabledMode } = draft
  return [
    triggers.create(inputOf(draft, tableType)),
    ...(enabledMode === 'ENABLED' ? [] : [triggers.updateByName({ schema, table, name }, { enabled_mode: enabledMode })]),
  ]
}

function alteration(before: TriggerDefinition, draft: TriggerDraft, tableType: string): Command[] {
  const { schema, table, name } = before
  if (isRecreated(before, draft, tableType)) return [dropByName({ kind: 'trigger', schema, table, name }), ...creation(draft, tableType)]
  const old = draftOf(before)
  const change = {
    ...(draft.name !== old.name && { name: draft.name }),
    ...(draft.enabledMode !== old.enabledMode && { enabled_mode: draft.enabledMode }),
    ...(draft.comment !== old.comment && { comment: draft.comment === '' ? null : draft.comment }),
  }
  return Object.keys(change).length === 0 ? [] : [triggers.updateByName({ schema, table, name }, change)]
}

function inputOf(draft: TriggerDraft, tableType: string): triggers.CreateTrigger {
  const { hasOld, hasNew } = transitionTables(draft, tableType)
  const condition = draft.condition.trim()
  const columns = draft.events.includes('UPDATE') ? draft.columns : []
  return {
    name: draft.name,
    schema: draft.schema,
    table: draft.table,
    function_schema: draft.functionSchema,
    function_name: draft.functionName,
    ...(draft.arguments !== '' && { function_args: draft.arguments.split('\n') }),
    activation: draft.activation,
    // in a fixed order, however they were chosen
    events: (['INSERT', 'DELETE', 'UPDATE', 'TRUNCATE'] as const).filter((event) => draft.events.includes(event)),
    orientation: draft.orientation,
    ...(condition !== '' && { condition }),
    ...(columns.length > 0 && { columns }),
    ...(draft.isConstraint && { is_constraint: true, is_deferrable: draft.isDeferrable, is_initially_deferred: draft.isInitiallyDeferred }),
    ...(hasOld && draft.oldTable !== '' && { old_table: draft.oldTable }),
    ...(hasNew && draft.newTable !== '' && { new_table: draft.newTable }),
    ...(draft.comment !== '' && { comment: draft.comment }),
  }
}

/** Longest name in Postgres, in bytes. */
const maxNameBytes = 63
const isTooLong = (name: string): boolean => new TextEncoder().encode(name).length > maxNameBytes

function problemsOf(draft: TriggerDraft): Record<string, string> {
  const problems: Record<string, string> = {}
  if (draft.table === '') problems['table'] = triggerDraftText.noTable
  if (draft.name.trim() === '') problems['name'] = triggerDraftText.noName
  else if (isTooLong(draft.name)) problems['name'] = triggerDraftText.longName(maxNameBytes)
  if (draft.functionName === '') problems['function'] = triggerDraftText.noFunction
  if (draft.events.length === 0) problems['events'] = triggerDraftText.noEvents
  for (const part of ['oldTable', 'newTable'] as const) if (isTooLong(draft[part])) problems[part] = triggerDraftText.longName(maxNameBytes)
  if (draft.oldTable !== '' && draft.oldTable === draft.newTable) problems['newTable'] = triggerDraftText.sameTables
  const condition = draft.condition.trim() === '' ? null : expressionProblem(draft.condition.trim())
  if (condition !== null) problems['condition'] = condition
  return problems
}
