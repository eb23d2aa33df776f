export const cellDraftText = {
  mustHaveValue: (name: string) => `${name} must have a value`,
} as const

export const choicesText = {
  null: 'NULL',
  default: (defaultValue: string) => `Default: ${defaultValue}`,
} as const

export const editabilityText = {
  replica: 'Read replicas are read-only',
  replicaHint: 'Choose the primary database as the source to edit rows.',
  systemSchema: 'System schemas are read-only here',
  systemSchemaHint: 'Postgres manages their contents itself.',
  role: 'Your role is read-only',
  roleHint: 'Ask an owner of the organization for the developer role to change data.',
  view: 'Views are read-only here',
  viewHint: 'A view shows rows of other tables. Edit them there.',
  materializedView: 'Materialized views are read-only',
  materializedViewHint: 'It stores the result of its query as of the last refresh.',
  foreignTable: 'Foreign tables are read-only here',
  foreignTableHint: 'Their rows are on another server. Edit them there.',
  noKey: 'This table has no primary key',
  noKeyHint: 'Without a primary key, rows can’t be identified. You can add rows here, but not edit or delete them. This adds a key:',
  partial: 'Some changes aren’t allowed',
  partialHint: 'The database role lacks privileges on this table.',
  generated: 'Generated from other columns',
  identity: 'Identity: always set by the database',
  noPrivilege: 'The database role can’t change this column',
} as const

export const explainChangeErrorText = {
  duplicate: 'A row with this value already exists',
  duplicateOf: (columns: string) => `A row with this ${columns} already exists`,
  nullInDomain: 'This type doesn’t allow NULL',
  mustHaveValue: (column: string) => `${column} must have a value`,
  check: 'A check constraint rejects this value',
  checkOf: (constraint: string) => `The check constraint ${constraint} rejects this value`,
  exclusion: 'This row conflicts with another row',
  noPrivilege: 'The database role isn’t allowed to do this',
  readOnly: 'The connection is read-only',
  role: 'Your role is read-only',
  tableChanged: 'The table was changed. Refresh it and try again.',
  nothingWasSaved: 'Nothing was saved.',
  timeoutHint:
    'Another session may have locked these rows: try again in a moment. For changes to very many rows, use the SQL editor, where you can set a longer time limit.',
  stopped: 'The save was cancelled in the database or from another page. Nothing was saved.',
  connectionLost: 'The connection to the database was lost. The outcome isn’t known: refresh to see what changed.',
  invalidValue: 'This value doesn’t fit its column',
  skippedInsert: 'The database skipped this row: it wasn’t added',
  skippedUpdate: 'The database skipped this row: it wasn’t changed',
  skippedDelete: 'The database skipped this row: it wasn’t deleted',
  skippedWhy: 'A trigger, a rule or a row-level security policy can cause this.',
  skippedWhyRole: (role: string) => `${role} may see rows that no policy lets it change. Triggers and rules can also skip rows.`,
  withNothingSaved: (title: string) => `${title}. Nothing was saved.`,
  ruleHint:
    'Colonnade can’t read back what a DO INSTEAD rule does with a row, so it can’t save changes here. Use the SQL editor, or replace the rule with a trigger.',
  sequenceBehind: (column: string) => `The sequence of ${column} is behind: its next number is already used`,
  sequenceHint: (column: string, repair: string) =>
    `Save again to try the next number, or set the sequence past the largest ${column} in the SQL editor:\n${repair}`,
  stillReferenced: 'Other rows still reference this one',
  stillReferencedBy: (table: string) => `Rows of ${table} still reference this one`,
  missingTarget: (table: string, columns: string) => `${table} has no row with this ${columns}`,
  saving: 'Saving',
  rulesReplace: (table: string, rules: readonly string[]) =>
    `${rules.length === 1 ? 'A rule replaces' : 'Rules replace'} changes to ${table}: ${rules.join(', ')}`,
} as const

export const goneColumnsText = {
  gone: (name: string) => `${name} no longer exists`,
  renamed: (name: string, to: string) => `${name} was renamed to ${to}`,
  hint: 'Discard your changes to it. You can still save your other changes.',
  columnGone: (column: string) => `The column ${column} no longer exists`,
  columnsGone: (columns: string) => `The columns ${columns} no longer exist`,
} as const

export const reasonBadgeText = {
  addPrimaryKey: 'Add a primary key',
  done: 'Done',
  insertOnly: 'Insert only',
  statement: 'statement',
  run: 'Run',
  openInSqlEditor: 'Open in SQL editor',
  readOnly: 'Read-only',
} as const

export const rowGoneText = {
  gone: 'This row no longer exists: it was deleted, or its key was changed.',
} as const

export const timeoutTextCopy = {
  timedOut: (action: string, limit: string, advice: string) => `${action} took longer than ${limit} and was stopped. ${advice}`,
  unloggedOnReplica: 'A read replica can’t read unlogged tables. Choose the primary database as the source.',
  reading: 'Loading these rows',
  readingHint: 'Filter or sort by indexed columns, or remove a sort. In the SQL editor, you can set a longer time limit.',
  itsLimit: 'its time limit',
  seconds: (count: number) => (count === 1 ? '1 second' : `${count.toLocaleString('en-US')} seconds`),
  minutes: (count: number) => `${count.toLocaleString('en-US')} minutes`,
  collation: (message: string) =>
    `The collation of a filtered column doesn’t support patterns: ${message}. Filter by =, or use an SQL condition with another collation, such as: name collate "default" ilike '%text%'`,
} as const
