/** Texts of the list of publications. */
export const publicationsText = {
  title: 'Publications',
  description: 'Row changes that subscribers can follow: Realtime, other databases and programs.',
  noun: 'publication',
  name: 'Name',
  tables: 'Tables',
  noIdentity: 'No identity',
  noneOf: (tables: string) => `Publishes nothing from ${tables}`,
  someOf: (changes: readonly string[], tables: string) => `${changes.join(', ')} from ${tables}`,
  tableCount: (count: string, isOne: boolean) => `${count} ${isOne ? 'table' : 'tables'}`,
  withSchemas: (tables: string, schemas: number) => `${tables}, ${schemas} ${schemas === 1 ? 'schema' : 'schemas'}`,
  allTables: (count: string) => `All, ${count}`,
  empty: 'No publications yet',
  emptyText: 'A publication defines which changes to which tables subscribers can follow.',
  label: 'the publication',
  gone: 'It was deleted or re-created since this list was loaded.',
} as const

/** Names of the changes that a publication can publish. */
export const operationText = {
  insert: 'Inserts',
  update: 'Updates',
  delete: 'Deletes',
  truncate: 'Truncates',
} as const

/** Texts of the switch that publishes one kind of change. */
export const operationSwitchText = {
  label: (operation: string, publication: string) => `Publish ${operation.toLowerCase()} in ${publication}`,
  state: (operation: string, isOn: boolean) => `${operation}: ${isOn ? 'yes' : 'no'}`,
  yes: 'yes',
  no: 'no',
  done: (publication: string, operation: string, isOn: boolean) =>
    isOn ? `${publication} publishes ${operation.toLowerCase()}` : `${publication} no longer publishes ${operation.toLowerCase()}`,
  title: (operation: string, publication: string) => `Publish ${operation.toLowerCase()} in ${publication}?`,
  noIdentity: (count: number, operation: string) =>
    count === 1
      ? `1 table has no primary key or other replica identity. Postgres will refuse all ${operation.toLowerCase()} in it.`
      : `${count.toLocaleString('en')} tables have no primary key or other replica identity. Postgres will refuse all ${operation.toLowerCase()} in them.`,
  confirm: (operation: string) => `Publish ${operation.toLowerCase()}`,
} as const

/** Texts of the panel of a publication. */
export const publicationText = {
  ownedBy: (owner: string, comment: string | null) => `Owned by ${owner}${comment === null ? '' : ` · ${comment}`}`,
  noun: 'publication',
  edit: 'Edit',
  operations: 'Published changes',
  loading: 'Loading the publication',
  deleteText: (name: string, isRealtime: boolean) =>
    `This permanently deletes the publication ${name}. Its subscribers stop receiving changes and report errors.${isRealtime ? ' Realtime no longer receives row changes.' : ''}`,
  deleted: (name: string) => `${name} deleted`,
  refused: (operations: readonly string[], count: number, names: readonly string[]) =>
    `Postgres refuses ${operations.join(' and ').toLowerCase()} in ${count === 1 ? 'a table' : `${count.toLocaleString('en')} tables`} without a primary key or other replica identity: ${names.join(', ')}${names.length > 0 && count > names.length ? ` and ${(count - names.length).toLocaleString('en')} more` : ''}.`,
  tables: (count: string) => `Tables (${count})`,
  allTables: 'All tables, including future ones.',
  schemas: (schemas: string) => `All tables in ${schemas}.`,
  none: 'None yet.',
  noParts: 'Choosing columns and rows requires Postgres 15 or later.',
  list: 'Published tables',
  only: (columns: string) => `only ${columns}`,
  where: (filter: string) => `where ${filter}`,
  more: (count: string) => `and ${count} more`,
  viaRoot: 'Changes in partitions are published as changes of their partitioned table.',
  viaPartition: 'Changes in partitions are published as changes of the partitions themselves.',
} as const

/** Texts of the form of a publication. */
export const publicationFormText = {
  newTitle: 'New publication',
  edit: (name: string) => `Edit ${name}`,
  create: 'Create publication',
  save: 'Save publication',
  created: (name: string) => `${name} created`,
  saved: (name: string) => `${name} saved`,
  creation: (name: string) => `Create publication ${name}`,
  alteration: (name: string) => `Edit publication ${name}`,
  switching: (operation: string, publication: string, isOn: boolean) =>
    `${isOn ? 'Publish' : 'Stop publishing'} ${operation.toLowerCase()} in publication ${publication}`,
  name: 'Name',
  nameMissing: 'Enter a name',
  nameTooLong: (most: number, bytes: number) => `Use at most ${most} bytes for a name. This one has ${bytes}.`,
  operations: 'Published changes',
  scope: 'Publish changes in',
  selectedTables: 'Selected tables',
  allTables: 'All tables, including future ones',
  superusersOnly: 'In Postgres, only superusers can publish all tables, or all tables in a schema.',
  viaRoot: 'Publish changes in partitions as changes of their partitioned table',
  comment: 'Comment',
  recreated:
    'Postgres can’t switch a publication between selected tables and all tables, so it’s dropped and re-created in one transaction with the same name, owner, options and comment. Subscribers miss no changes. Refresh their subscriptions to receive other tables.',
  refused: (operations: readonly string[], names: readonly string[], more: number) =>
    `${names.join(', ')}${more > 0 ? ` and ${more.toLocaleString('en')} more` : ''} ${names.length + more === 1 ? 'has' : 'have'} no primary key or other replica identity. Postgres will refuse ${operations.join(' and ').toLowerCase()} in ${names.length + more === 1 ? 'it' : 'them'}. Add a primary key first, or publish only inserts.`,
  partsLimit: (operations: readonly string[]) =>
    `If you publish ${operations.join(' and ').toLowerCase()}, selected columns must include the primary key, and conditions can use only its columns.`,
  cost: 'Writes to no table. Adding a table waits for running changes to it, then locks it briefly.',
  schemas: 'All tables in schemas',
  schemasHint: 'Including future tables.',
  schemasHintOwner: 'Including future tables. In Postgres, only superusers can add a schema; the owner can remove one.',
  addSchema: 'Add a schema',
  searchSchemas: 'Search schemas',
  noSchema: 'No matching schemas',
  publishedSchemas: 'Published schemas',
  removeSchema: (name: string) => `Remove ${name}`,
} as const

/** Texts of the selected tables of a publication. */
export const tablePartsText = {
  tables: 'Selected tables',
  addTable: 'Add a table',
  partition: 'partition',
  noReplicaIdentity: 'no replica identity',
  searchTables: 'Search tables',
  noTable: 'No matching tables',
  noParts: 'Choosing columns and rows requires Postgres 15 or later.',
  list: 'Published tables',
  noIdentity: 'No identity',
  summary: (columns: number | null, isAllRows: boolean) =>
    `${columns === null ? 'all columns' : `${columns} ${columns === 1 ? 'column' : 'columns'}`}, ${isAllRows ? 'all rows' : 'some rows'}`,
  remove: (table: string) => `Remove ${table}`,
  rows: (table: string) => `Rows of ${table}`,
  rowsPlaceholder: 'All rows, or a condition such as id > 100',
  label: 'the columns',
  allColumns: 'All columns, including future ones',
  noColumn: 'Choose at least one column, or all columns',
} as const

/** Texts of the tables that Realtime follows. */
export const followedText = {
  title: 'Tables with Realtime',
  text: 'Realtime sends inserts, updates and deletes in these tables to clients that subscribe to row changes.',
  settings: 'Realtime settings',
  label: 'the tables',
  search: 'Search tables',
  none: 'This database has no tables to publish.',
  noMatch: 'No matching tables',
  cut: (most: number) => `Shows the first ${most} tables. Edit the publication to add others.`,
  badge: 'Realtime',
} as const
