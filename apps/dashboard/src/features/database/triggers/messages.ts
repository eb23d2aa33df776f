import type { TriggerSummary } from '@colonnade/pg-meta/trigger-summaries'

type Mode = TriggerSummary['enabled_mode']
type Activation = TriggerSummary['activation']

/** Texts of the form of a trigger. */
export const triggerFormText = {
  titles: {
    create: () => 'New trigger',
    edit: (name: string) => `Edit ${name}`,
    duplicate: (name: string) => `Duplicate ${name}`,
  },
  submitNew: 'Create trigger',
  submit: 'Save trigger',
  created: (name: string) => `${name} created`,
  saved: (name: string) => `${name} saved`,
  name: 'Name',
  nameHint: 'Triggers of the same moment fire in name order.',
  on: 'On',
  onHint: 'A table or view',
  onFixed: 'You can’t change the table. Duplicate the trigger instead.',
  chooseTable: 'Choose a table',
  view: 'view',
  searchTables: 'Search tables',
  noTable: 'No matching tables',
  mode: 'Mode',
  comment: 'Comment',
  thisTrigger: 'this trigger',
  recreated: (table: string, rows: string) =>
    `Postgres can only alter a trigger’s name and mode. Anything else drops and re-creates it in one transaction, so it misses no change. Waits until no one reads or writes ${table}${rows}, then blocks access briefly (lock: ACCESS EXCLUSIVE).`,
  renamed: (table: string, rows: string) =>
    `Waits until no one reads or writes ${table}${rows}, then blocks access briefly (lock: ACCESS EXCLUSIVE).`,
  costs: (table: string, rows: string) =>
    `Waits until no one writes to ${table}${rows}, then blocks writes briefly (lock: SHARE ROW EXCLUSIVE). Doesn’t read any rows.`,
  after: (table: string) => `From then on, every change to ${table} runs the function. If the function fails, the change fails.`,
  rows: (rows: string) => ` (${rows})`,
} as const

/** Texts of when a trigger fires. */
export const momentFieldsText = {
  when: 'When',
  activations: {
    BEFORE: 'Before: can change or refuse the row',
    AFTER: 'After: sees the result',
    'INSTEAD OF': 'Instead of: the view’s rows stay unchanged',
  } satisfies Record<Activation, string>,
  orientation: 'For',
  orientations: { ROW: 'Each row', STATEMENT: 'The statement, once' },
  events: 'Events',
  condition: 'Condition',
  rowCondition: 'Fires only when this is true, such as old.price is distinct from new.price.',
  statementCondition: 'Fires only when this is true.',
  transition: 'Transition tables',
  none: 'none',
  oldRows: 'Rows before',
  newRows: 'Rows after',
  rowsHint: 'The name the function uses to query them.',
  constraint: 'Constraint trigger: can wait for the end of the transaction',
  deferrable: 'Deferrable: a transaction can make it wait',
  deferred: 'Deferred: waits by default',
  columns: 'Only updates that set',
  optional: 'Optional',
  allColumns: 'Any update fires it.',
  someColumns: 'Other updates don’t fire it.',
} as const

/** Texts of the choice of a function. */
export const functionPickerText = {
  label: 'Function',
  none: 'No function returns trigger yet. Create one first.',
  hint: 'Functions without arguments that return trigger',
  choose: 'Choose a function',
  search: 'Search functions',
  noMatch: 'No matching functions that return trigger',
  arguments: 'Arguments',
  argumentsHint: 'One per line. The function reads them from TG_ARGV.',
} as const

/** Texts of the modes of a trigger. */
export const modeText = {
  names: { ORIGIN: 'enabled', DISABLED: 'disabled', REPLICA: 'replica', ALWAYS: 'always' } satisfies Record<Mode, string>,
  hints: {
    ORIGIN: 'Fires for changes made here, not for replicated ones.',
    DISABLED: 'Never fires.',
    REPLICA: 'Fires only for replicated changes.',
    ALWAYS: 'Fires for changes made here and for replicated ones.',
  } satisfies Record<Mode, string>,
  choices: {
    ENABLED: 'Enabled: changes made here',
    DISABLED: 'Disabled: never',
    REPLICA: 'Replica: replicated changes',
    ALWAYS: 'Always: both',
  },
} as const
