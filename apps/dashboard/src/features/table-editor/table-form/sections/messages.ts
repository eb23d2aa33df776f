export const accessSectionText = {
  access: 'Access',
  rls: 'Row-level security',
  rlsOn: 'The API can only read and change rows that a policy allows: none until you add a policy.',
  rlsOff: 'Anyone with the project’s API key and its role’s privileges can read and change every row.',
  realtime: 'Realtime',
  noPublication: (publication: string) => `This database has no publication ${publication}, which Realtime needs.`,
  realtimeHint: 'Sends row changes to subscribed clients.',
  primaryKey: 'the primary key',
  fullRow: 'the full old row',
  writesMore: 'writes more',
  nothing: 'nothing',
  advanced: 'Advanced',
  forced: 'Apply policies to the table’s owner',
  unlogged: 'Unlogged',
  unloggedHint: 'Faster writes, but the table is empty after a crash. Don’t use it for data you need.',
  replicaIdentity: 'Identify changed and deleted rows by',
  byIndex: (index: string) => `the index ${index}`,
  allTables: (publication: string, schema: string | null) =>
    `The publication ${publication} includes all tables${schema === null ? '' : ` in ${schema}`}.`,
} as const

export const attachNotesText = {
  onlyTables: 'You can only attach a table here',
  problems: 'This table can’t be attached yet',
  requirements: 'It needs the same columns with the same types, NOT NULL and checks, in any order. Missing indexes are built.',
  defaultChecked: ' The default partition is also checked for rows that belong here.',

  postgresDocumentation: 'Postgres documentation',
  rowsChecked: 'Every row is checked against the bounds, unless a valid check constraint already guarantees them.',
  locks: (hasDefault: boolean) =>
    `Reads and writes of it${hasDefault ? ' and of the default partition' : ''} are blocked until done. The partitioned table stays available (SHARE UPDATE EXCLUSIVE).`,
} as const

export const checksSectionText = {
  checks: 'Checks',
  none: 'none',
  addCheck: 'Add check',
  newCheck: 'New check',
  check: (name: string) => `Check ${name}`,
  condition: 'Condition for every row',
  conditionPlaceholder: 'price > 0',
  removeCheck: 'Remove check',
  inherited: 'Inherited from a parent table',
  name: 'Name',
  namedByPostgres: 'named by Postgres',
} as const

export const columnDetailsText = {
  unique: 'Unique',
  check: 'Check',
  foreignKey: 'Foreign key',
  comment: 'Comment',
} as const

export const columnRowText = {
  columnName: 'Column name',
  namePlaceholder: 'column_name',
  edit: (name: string) => `Edit ${name}`,
  notNull: (name: string) => `${name} not null`,
  inPrimaryKey: (name: string) => `${name} in the primary key`,
  pk: 'PK',
  collapse: 'Collapse',
  expand: 'Expand',
  remove: (name: string) => `Remove ${name}`,
  generatedFrom: (expression: string) => `generated from ${expression}`,
  move: (name: string) => `Move ${name}`,
  unnamed: 'unnamed column',
  default: (text: string, isLiteral: boolean) => `default ${isLiteral ? `“${text}”` : text}`,
} as const

export const columnsSectionText = {
  columns: 'Columns',
  addColumn: 'Add column',
} as const

export const copySectionText = {
  title: 'What to copy',
  rows: (rows: string) => `Rows (${rows})`,
  rowsHint: 'Identity columns continue after the largest value.',

  policies: (count: number) => (count === 1 ? '1 policy' : `${count} policies`),

  triggers: (count: number) => (count === 1 ? '1 trigger' : `${count} triggers`),
  triggersHint: (names: string) => `${names}. They call the same functions and don’t run for the copied rows.`,
  privileges: 'Privileges',
  privilegesHint: (schema: string) => `Otherwise, the copy gets the default privileges of ${schema}, which differ.`,
  nothingElse: ' The table has no policies or triggers.',
  onePartition: ' The copy is a single table without partitions.',
  more: (names: string, count: number) => `${names} and ${count} more`,
  always: 'Columns, keys, checks and indexes are always copied.',
} as const

export const foreignKeyEditorText = {
  thisTable: 'this table',
  newForeignKey: 'New foreign key',
  foreignKey: (name: string) => `Foreign key ${name}`,
  searchTables: 'Search tables',
  noMatchingTables: 'No matching tables',
  removeForeignKey: 'Remove foreign key',
  columnNumber: (value: number) => `Column ${value}`,
  column: 'Column',
  targetColumnNumber: (number: number) => `Column ${number} of the other table`,
  removePair: (value: number) => `Remove pair ${value}`,
  key: (other: string) => `key · ${other}`,
} as const

export const keysSectionText = {
  primaryKeyUniqueConstraints: 'Primary key and unique constraints',
  primaryKey: 'Primary key',
  noKeyHint: 'Without a primary key, you can view rows here but not edit them.',
  addUniqueConstraint: 'Add unique constraint',
  newUniqueConstraint: 'New unique constraint',
  uniqueConstraint: (name: string) => `Unique constraint ${name}`,
  uniqueTogether: 'Unique together',
  removeUniqueConstraint: 'Remove unique constraint',
  nullsNotDistinct: 'Allow NULL only once',
  foreignKeys: 'Foreign keys',
  none: 'none',
  addForeignKey: 'Add foreign key',
  indexes: 'Indexes',
  indexesHint: 'Keys and unique constraints already have an index.',
  addIndex: 'Add index',
  newIndex: 'New index',
  index: (name: string) => `Index ${name}`,
  indexColumns: 'Index columns',
  removeIndex: 'Remove index',
  unique: 'Unique',
  noPrimaryKey: 'no primary key',
  uniqueCount: (count: number) => ` · ${count} unique`,
} as const

export const partitionEditorText = {
  name: 'Name',
  removePartition: 'Remove partition',
  attachTable: 'Attach table',
  attach: (name: string) => `Attach ${name}`,
  newPartition: 'New partition',
  partition: (name: string) => `Partition ${name}`,
} as const

export const partitionSectionText = {
  none: 'None',
  range: 'By range',
  rangeHint: 'from … to …',
  list: 'By list',
  listHint: 'of values',
  hash: 'By hash',
  hashHint: 'evenly',
  partitions: 'Partitions',
  notPartitioned: 'not partitioned',
  by: (strategy: string, count: number) => `by ${strategy} · ${count}`,
  strategy: 'Partitioning',
  partitionedBy: 'Partitioned by',
  addPartition: 'Add partition',
  attachTable: 'Attach table',
  noneHint: 'Rows can only be inserted if a partition fits them.',
  keep: (name: string) => `Keep ${name}`,
  detach: (name: string) => `Detach ${name}`,
  keepAction: 'Keep',
  detachAction: 'Detach',
} as const

export const removedColumnsText = {
  title: 'Columns to drop',
  keep: (name: string) => `Keep ${name}`,
  alsoDrops: 'Also drops',
  obstacles: 'Postgres refuses because of',
  dropped: 'will be dropped with its values',
} as const
