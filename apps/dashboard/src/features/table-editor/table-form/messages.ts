/** Texts of the form of tables and columns. */
export const formText = {
  gone: 'This no longer exists.',
  changed: 'Someone else changed this table. Nothing is saved yet.',
  changedHow: 'Reload to see the table as it is now and discard your changes, or save only what you changed on top.',
} as const

export const columnText = {
  default: 'Default',
  defaults: {
    none: { label: 'None', hint: 'NULL' },
    literal: { label: 'Value' },
    expression: { label: 'Expression' },
    identity: { label: 'Identity', hint: 'auto-increment' },
    generated: { label: 'Generated', hint: 'from other columns' },
  },
  defaultRemoved: 'The default is removed.',
  defaultValue: 'Default value',
  emptyText: 'Empty text',
  defaultExpression: 'Default expression',
  inlineDefault: 'Default: none',
  notNull: 'Not null',
  allowNull: 'Allow NULL',
  allowNullInKey: 'Allow NULL (not in a primary key)',
  explicitValues: 'Explicit values',
  explicitValuesOf: { 'BY DEFAULT': 'Allow', ALWAYS: 'Refuse' },
  alwaysHint: 'Only with OVERRIDING SYSTEM VALUE',
  storage: 'Storage',
  stored: { label: 'Stored', hint: 'computed on write' },
  virtual: { label: 'Virtual', hint: 'computed on read, Postgres 18' },
  expressionFixed: 'Postgres 17 and later can change it.',
  expressionHint: 'Uses other columns of the same row. Its functions must be immutable.',
  sequence: 'Sequence options',
  sequenceOf: { restart: 'Restart at', start: 'Start', increment: 'Increment', min_value: 'Minimum', max_value: 'Maximum', cache: 'Cache' },
  sequenceMaximum: 'maximum of the type',
  sequenceNext: 'next value',
  cycle: 'Start over at the end',
} as const

export const typeText = {
  search: 'Search types',
  none: 'No matching types',
  create: 'Create enum…',
} as const

export const enumText = {
  title: 'Create enum',
  description: 'Created together with the table.',
  values: 'Values',
  valuesHint: 'One per line, in their order.',
  submit: 'Create enum',
  taken: (name: string) => `A type named ${name} already exists. Choose another name.`,
  noValues: 'Add at least one value.',
  twice: (value: string) => `“${value}” is there twice. Remove one.`,
  long: (value: string) => `“${value}” is longer than 63 bytes. Shorten it.`,
} as const

export const foreignKeyText = {
  references: 'References',
  onDelete: 'On delete',
  onUpdate: 'On update',
  actions: {
    'NO ACTION': { label: 'No action', hint: 'refused at the end of the statement' },
    RESTRICT: { label: 'Restrict', hint: 'refused at once' },
    CASCADE: { label: 'Cascade', hint: 'applies to these rows' },
    'SET NULL': { label: 'Set NULL', hint: 'in these rows' },
    'SET DEFAULT': { label: 'Set default', hint: 'in these rows' },
  },
  addPair: 'Add column pair',
  takeKey: 'Use its key',
  noKey: 'A foreign key can’t reference a view.',
  deferred: 'Check at the end of the transaction',
  checkRows: 'Check existing rows',
  validated: 'Validated',
} as const

export const columnPanelText = {
  addTitle: (table: string) => `Add column to ${table}`,
  editTitle: (column: string) => `Edit column ${column}`,
  addColumn: 'Add column',
  save: 'Save',
  name: 'Name',
  namePlaceholder: 'column_name',
  inPrimaryKey: 'Part of the primary key',
} as const

export const formContextText = {
  newEnum: 'new enum',
} as const

export const formPanelText = {
  close: 'Close',
  changeTask: 'change the database',
  stop: 'Stop',
  cancel: 'Cancel',
  reloadTable: 'Reload table',
  saveOnTop: 'Save my changes on top',
} as const

export const queriesText = {
  inSchema: (schema: string) => `in ${schema}`,
  enum: 'enum',
  composite: 'composite',
  notFound: 'Table not found. It was dropped, or it’s a view or a foreign table, which you edit with SQL',
} as const

export const tablePanelText = {
  newTable: 'New table',
  createTable: 'Create table',
  duplicateTable: 'Duplicate table',
  editTable: 'Edit table',
  save: 'Save',
  name: 'Name',
  namePlaceholder: 'table_name',
  schema: 'Schema',
  comment: 'Comment',
  importInstead: 'Import a file instead',
  partitionOf: 'This is a partition of',
  partitionHint: '. Edit its columns there.',
} as const

export const useSaveText = {
  createTable: (name: string) => `Create table ${name}`,
  changeTable: (name: string) => `Change table ${name}`,
} as const
