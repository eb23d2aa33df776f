import type { EventTrigger } from '@colonnade/pg-meta/event-triggers'
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
  create: 'Create function in editor panel',
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

/** Texts of the event trigger drawer. */
export const eventTriggerPanelText = {
  events: {
    ddl_command_start: 'before a command changes the database schema',
    ddl_command_end: 'after a command changes the database schema',
    sql_drop: 'after a command drops objects',
    table_rewrite: 'before a table is rewritten',
    login: 'when someone connects to the database',
  } satisfies Record<EventTrigger['event'], string>,
  allCommands: 'all',
  description: (when: string) => `Event trigger: runs ${when}`,
  close: 'Close',
  calls: 'Calls',
  commands: 'Commands',
  owner: 'Owner',
  mode: 'Mode',
  modeHint: (mode: string) =>
    `${mode} Event triggers of the same event fire in name order. Only a superuser can create or change event triggers, and this project’s role isn’t one.`,
} as const

/** Texts of the firing order. */
export const firingPictureText = {
  none: ': no triggers',
  beforeStatement: 'Before the statement, once',
  beforeRow: 'Before each row, which it can change or refuse',
  instead: 'Instead of the change, for each row',
  change: 'The change, with constraint checks',
  afterRow: 'After each row, once all rows are changed; includes foreign keys',
  afterStatement: 'After the statement, once',
  commit: 'At the end of the transaction, for each row',
  title: 'Firing order',
  statement: 'Statement',
  stepsOf: (event: string) => `Firing order on ${event}`,
  hasCondition: 'if its condition is true',
} as const

/** Texts of what is missing in the form, and names of its migrations. */
export const triggerDraftText = {
  create: (name: string, table: string) => `Create trigger ${name} on ${table}`,
  edit: (name: string, table: string) => `Edit trigger ${name} on ${table}`,
  noTable: 'Choose a table or view',
  noName: 'Enter a name',
  longName: (most: number) => `Names can have up to ${most} bytes`,
  noFunction: 'Choose a function',
  noEvents: 'Choose at least one event',
  sameTables: 'Choose two different names',
} as const

/** Texts of the trigger drawer. */
export const triggerPanelText = {
  on: 'On ',
  moment: (moment: string) => `, ${moment}`,
  deleteText: 'This permanently deletes the trigger, but not its function. Waits until no one reads or writes ',
  deleteCosts: ', then blocks access briefly (lock: ACCESS EXCLUSIVE).',
  calls: 'Calls',
  modeTerm: 'Mode',
  deferrable: 'deferrable',
  noun: 'trigger',
  duplicate: 'Duplicate',
  edit: 'Edit',
  mode: (name: string, hint: string) => `Mode: ${name}. ${hint}`,
  loading: 'the trigger',
  deleted: (name: string) => `${name} deleted`,
  columns: 'Only updates of',
  arguments: 'Arguments (TG_ARGV)',
  oldTable: 'Table of rows before',
  newTable: 'Table of rows after',
  constraint: 'Constraint trigger',
  deferred: 'at the end of the transaction',
  immediate: 'immediate',
  extension: 'Extension',
  condition: 'Condition',
} as const

/** Texts of the lists of triggers and event triggers. */
export const triggersPageText = {
  allCommands: 'all',
  scope: 'Triggers on',
  tablesViews: 'Tables and views',
  database: 'Database',
  title: 'Triggers',
  description: 'Triggers run functions automatically when rows or the database schema change.',
  noun: 'trigger',
  eventDescription:
    'Event triggers run functions automatically when the database schema changes. Only superusers can create them, and this project’s role isn’t one.',
  eventNoun: 'event trigger',
  name: 'Name',
  onTable: (table: string, moment: string) => `on ${table}, ${moment}`,
  on: 'On',
  calls: 'Calls',
  when: 'When',
  events: 'Events',
  each: 'For each',
  empty: (schema: string) => `No triggers in ${schema} yet`,
  emptyHint: 'Create a trigger to run a function on every row change.',
  eventCalls: (event: string, calledFunction: string) => `${event}, calls ${calledFunction}`,
  event: 'Event',
  commands: 'Commands',
  noEvents: 'No event triggers',
  noEventsHint: 'The platform creates the event triggers of a project.',
  gone: 'It was deleted or renamed after the list loaded.',
} as const
