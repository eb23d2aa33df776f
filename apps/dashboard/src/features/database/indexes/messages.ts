export const buildProgressText = {
  progress: (done: string, total: string, unit: string) => `${done} of ${total} ${unit}${unit === 'transactions' ? ' finished' : ''}. `,
  waitsFor: (processId: number) => `Waiting for process ${processId} to finish an older transaction.`,
  title: 'Progress',
  seconds: (seconds: number) => `${seconds} s`,
} as const

export const entryFieldsText = {
  ascending: 'Ascending',
  descending: 'Descending',
  ascendingNullsFirst: 'Ascending, nulls first',
  descendingNullsLast: 'Descending, nulls last',
  title: 'Columns',
  hint: 'Order matters: an index on a, b finds rows by a, or by a and b, but not by b alone.',
  column: (position: number) => `Column ${position}`,
  searchColumns: 'Search columns',
  noColumn: 'No matching columns',
  chooseColumn: 'Choose a column',
  expression: 'Expression',
  expressionHint: 'such as lower(email)',
  moveUp: (position: number) => `Move column ${position} up`,
  remove: (position: number) => `Remove column ${position}`,
  expressionOf: (position: number) => `Expression ${position}`,
  expressionExample: 'lower(email)',
  orderOf: (position: number) => `Order of column ${position}`,
  operatorClassOf: (position: number) => `Operator class of column ${position}`,
  searchOperatorClasses: 'Search operator classes',
  noOperatorClass: 'No matching operator classes',
  defaultOperatorClass: 'Default operator class',
  addColumn: 'Add column',
} as const

export const indexDraftText = {
  create: (name: string) => `Create index ${name}`,
  noTable: 'Choose a table',
  tableGone: 'This table no longer exists',
  longName: (most: number) => `Names can have up to ${most} bytes`,
  noColumns: 'Add a column or an expression',
  noColumn: 'Choose a column',
  noExpression: 'Enter an expression',
  noName: 'Enter a name',
  edit: (name: string) => `Edit index ${name}`,
  reindex: (name: string) => `Reindex ${name}`,
} as const

export const indexEditFormText = {
  saved: (name: string) => `${name} saved`,
  costs: 'Doesn’t block reads or writes.',
  title: (name: string) => `Edit ${name}`,
  fixed: 'You can’t change its columns, method or condition. Duplicate it, edit the copy, and delete the original.',
  submit: 'Save index',
  constraintRenamed: ' Also renames its constraint.',
  name: 'Name',
  comment: 'Comment',
} as const

export const indexFormText = {
  created: (name: string) => `${name} created`,
  rowsNotCounted: 'all rows (not counted yet)',
  costs: (rows: string, table: string) =>
    `Blocks writes to ${table} (lock: SHARE), but not reads, while it reads ${rows}. If it fails, nothing changes.`,
  new: 'New index',
  duplicate: (name: string) => `Duplicate ${name}`,
  submit: 'Create index',
  table: 'Table',
  chooseTable: 'Choose a table',
  searchTables: 'Search tables',
  noTable: 'No matching tables',
  method: 'Method',
  name: 'Name',
  nameHint: 'Leave empty to use the suggested name.',
  unique: 'Unique: no two rows can have the same values. Fails if some already do.',
  partitionedHint: 'Postgres can’t build an index on a partitioned table concurrently, so this locks all partitions.',
  concurrently: 'Concurrently: doesn’t block writes',
  include: 'Include',
  includeHint: 'Stored in the index, so that queries can skip the table.',
  addColumn: 'Add a column',
  searchColumns: 'Search columns',
  noColumn: 'No matching columns',
  includedColumns: 'Included columns',
  removeIncluded: (name: string) => `Remove ${name}`,
  condition: 'Condition',
  conditionHint: 'Indexes only the rows that match, such as deleted_at is null. Helps queries with the same condition.',
  concurrentCosts: (rows: string, table: string) =>
    `Reads ${rows} of ${table} twice without blocking reads or writes, and waits for older transactions to finish. Doesn’t run in a transaction: if it fails or is stopped, delete the invalid index it leaves behind.`,
} as const

export const indexPanelText = {
  on: 'On ',
  scans: 'Scans',
  countedFrom: 'Counting started',
  never: 'never',
  size: 'Size',
  method: 'Method',
  owner: 'Owner',
  deleteText: 'Queries that use it will scan all of ',
  deleteRows: (rows: string) => ` (${rows})`,
  deleteEffect: ' unless another index helps. No data is lost.',
  noun: 'index',
  duplicate: 'Duplicate',
  edit: 'Edit',
  reindex: 'Reindex',
  purpose: 'Purpose',
  loading: 'Loading the index',
  lastScan: 'Last scan',
  entriesRead: 'Entries read',
  tableSize: 'Table size',
  tableRows: 'Table rows',
  notCounted: 'not counted yet',
  replicaIdentity: 'Replica identity',
  replicaIdentityHint: 'identifies rows for replication',
  bloat: 'Estimated bloat',
  foreignKeys: 'Foreign keys that use it',
  keyOf: (name: string, table: string) => `${name} on ${table}`,
  constraint: 'Constraint',
  constraintHint: ' created this index. To delete the index, delete the constraint.',
  deleteConstraint: 'Delete constraint in editor panel',
  partitionHint: 'Part of an index on a partitioned table. Delete that index or the partition instead.',
  deleted: (name: string) => `${name} deleted`,
  concurrentCosts: 'Waits for transactions that use the table, without blocking reads or writes. Doesn’t run in a transaction, and can’t cascade.',
  costs: (table: string) => `Waits until no one reads or writes ${table}, then blocks access briefly (lock: ACCESS EXCLUSIVE).`,
  concurrently: 'Concurrently: doesn’t block reads or writes',
} as const

export const indexWordsCopy = {
  invalid: (isUpdated: boolean, canDelete: boolean) =>
    `This index is invalid. Queries don’t use it${isUpdated ? ', but writes still update it' : ''}. It’s being built, or its build failed or was stopped. If nothing is building it, reindex it${canDelete ? ' or delete it' : ''}.`,
  covered: (name: string) =>
    `${name} starts with the same columns, so it finds the same rows. Deleting this index speeds up writes; reads scan slightly more.`,
  duplicate: (name: string) => `${name} does everything this index does. Delete this one to speed up writes.`,
  unused:
    'No scans since statistics were last reset. Before you delete it, check replicas, which count their own scans, and reports that rarely run.',
  primaryKey: 'Enforces the primary key and finds rows by it.',
  uniqueKey: (isPartial: boolean) => `Enforces unique values${isPartial ? ' among the rows that match its condition' : ''} and finds rows by them.`,
  exclusion: 'Enforces an exclusion constraint.',
  byMethod: (method: string) => `Finds rows with the ${method} method.`,
  partial: ' Contains only the rows that match its condition.',
  bloatNotAnalyzed: 'Unknown until the table is analyzed.',
  bloatUnknown: 'Unknown. Only btree indexes on analyzed columns have an estimate.',
  bloatFine: (percent: number, bloat: string) => `About ${percent}% (${bloat}). No action needed.`,
  bloated: (percent: number, bloat: string, packed: string) => `About ${percent}% (${bloat}). Reindex to shrink the index to about ${packed}.`,
} as const

export const indexesPageText = {
  plural: 'indexes',
  marks: { invalid: 'invalid', duplicate: 'duplicate', covered: 'covered', unused: 'unused' },
  showInvalid: 'Show invalid',
  primaryKey: 'primary key',
  uniqueKind: 'unique',
  exclusion: 'exclusion',
  all: 'All',
  marked: 'Needs attention',
  invalid: 'Invalid',
  duplicate: 'Duplicate or covered',
  unused: 'Unused',
  title: 'Indexes',
  description: 'Indexes find rows without reading whole tables. Each one uses disk space and slows down writes slightly.',
  noun: 'index',
  name: 'Name',
  table: 'Table',
  columns: 'Columns',
  kind: 'Kind',
  size: 'Size',
  scans: 'Scans',
  show: 'Show',
  invalidNotice: (count: string, isOne: boolean) =>
    `${count} ${isOne ? 'index is' : 'indexes are'} invalid. Queries don’t use ${isOne ? 'it' : 'them'}.`,
  empty: (schema: string) => `No indexes in ${schema} yet`,
  emptyHint: 'Primary keys have their own. Add others to speed up queries that return few of many rows.',
  noMatch: 'No matching indexes',
  showAll: 'Show all indexes',
  noMatchHint: 'Invalid, redundant and unused indexes appear here.',
  uniqueBy: (method: string) => `unique ${method}`,
} as const

export const invalidIndexesText = {
  title: 'Invalid indexes',
  hint: 'A concurrent build that doesn’t finish leaves an invalid index. Queries don’t use it, but writes still update it, and its name stays taken.',
  change: (name: string) => `Delete invalid index ${name}`,
  deleted: (name: string) => `${name} deleted`,
  deleteOf: (name: string) => `Delete ${name}`,
  delete: 'Delete',
} as const

export const methodWordsCopy = {
  btree: 'For =, <, >, between, prefixes and sorting.',
  hash: 'For = only. Small, even for long values.',
  gin: 'Searches inside values: arrays, jsonb, full text, trigrams.',
  gist: 'Finds nearby, overlapping or contained values: ranges, geometry, full text.',
  spgist: 'For values that cluster unevenly: points, prefixes, IP addresses.',
  brin: 'Tiny. For very large tables stored in the order of the values.',
  hnsw: 'Finds the nearest vectors, fast and almost exactly.',
  ivfflat: 'Finds the nearest vectors. Smaller; build it after the table has rows.',
} as const

export const openedIndexText = {
  newIndex: 'New index',
  methods: 'the index methods',
  index: 'the index',
} as const

export const rebuildPanelText = {
  done: (name: string) => `${name} reindexed`,
  allRows: 'all rows',
  title: (name: string) => `Reindex ${name}`,
  bloated: 'Rebuilds the index without bloat.',
  invalid: 'Rebuilds the index to make it valid.',
  submit: 'Reindex',
  concurrentCosts: (rows: string, table: string) =>
    `Reads ${rows} of ${table} twice without blocking reads or writes, waits for older transactions to finish, and needs disk space for a second index. Doesn’t run in a transaction: if it fails or is stopped, the index stays the same; delete the invalid copy it leaves behind.`,
  costs: (table: string, rows: string) =>
    `Blocks writes to ${table} (lock: SHARE), and reads that use the index (lock: ACCESS EXCLUSIVE), while it reads ${rows}.`,
  partitionsHint: 'Rebuilds the indexes of all partitions concurrently, one at a time.',
  concurrently: 'Concurrently: doesn’t block reads or writes',
} as const
