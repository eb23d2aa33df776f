/** Texts of the page of column privileges. */
export const columnPrivilegesText = {
  title: 'Column privileges',
  description: 'Control which roles can read and write each column of a table. Row-level security controls the rows.',
  alpha: 'Alpha',
  isOff: 'Column privileges is a feature preview',
  turnOn: 'Turn it on in your feature previews',
  table: 'Table',
  searchTables: 'Search tables',
  noTable: 'No matching tables',
  loading: 'Loading the tables',
  empty: (schema: string) => `No tables in ${schema}`,
  emptyText: 'Choose another schema.',
  goneFrom: (table: string, schema: string) => `${table} is no longer in ${schema}. Choose another table.`,
  label: 'the privileges',
  gone: 'This table no longer exists. Choose another one.',
} as const

/** Texts of the grid of columns and roles. */
export const accessMatrixText = {
  area: (label: string) => `${label}, scrollable`,
  column: 'Column',
  wholeTable: 'Whole table',
  onTable: (privilege: string, role: string) => `${privilege} on the whole table for ${role}`,
  onColumn: (privilege: string, column: string, role: string) => `${privilege} on column ${column} for ${role}`,
  levels: ['not granted', 'granted', 'granted with grant option'],
  state: (level: string, isInherited: boolean, isChanged: boolean) =>
    `${level}${isInherited ? ' through the whole table' : ''}${isChanged ? ', changed' : ''}`,
} as const

/** Texts of a table's privileges and of their changes. */
export const tableAccessText = {
  privilege: 'Privilege',
  references: 'References',
  searchColumns: 'Search columns',
  showRole: 'Show another role',
  searchRoles: 'Search roles',
  noRole: 'No matching roles',
  noColumn: (table: string, words: string) => `No column of ${table} matches “${words}”.`,
  moreColumns: (count: string) => `${count} more columns. Search to find them.`,
  on: (privilege: string, table: string) => `${privilege} on ${table}`,
  legend: (owner: string) =>
    `– not granted, ✓ granted, ✓✓ granted with grant option. Gray: granted on the whole table. The owner, ${owner}, always has every privilege.`,
  noChanges: 'No changes',
  unsaved: (count: number) => (count === 1 ? '1 unsaved change' : `${count} unsaved changes`),
  discard: 'Discard',
  review: 'Review changes',
  title: (table: string) => `Privileges on ${table}`,
  submit: 'Save privileges',
  done: (table: string) => `Privileges on ${table} saved`,
  change: (table: string) => `Change privileges on ${table}`,
  costs: 'Takes effect immediately. Queries that are already running finish as they started.',
  incomplete: 'Some of these privileges can’t be revoked',
  changes: 'Changes',
  changeFor: (privilege: string) => `${privilege} for `,
  revokedAll: 'Revoked on the whole table and all its columns.',
  revokedSome: (rest: number, count: number) =>
    `Postgres can’t grant all columns except some, so the privilege is revoked on the whole table and granted on ${rest} of ${count} columns. Columns you add later aren’t included.`,
  wholeTable: 'Changes for the whole table, including columns you add later.',
  columnsOnly: 'Changes for individual columns only.',
  losers: (role: string, others: readonly string[]) =>
    `${others.join(', ')} ${others.length === 1 ? 'loses' : 'lose'} what ${role} granted ${others.length === 1 ? 'it' : 'them'}.`,
  otherGrantor: (grantor: string, role: string) =>
    `${grantor} also granted this to ${role}, and only ${grantor} can revoke that. Revoke the grant option from ${grantor} on the same table or columns, which also revokes what ${grantor} granted, or undo the change for ${role}.`,
} as const
