export const entityActionsText = {
  definitionFailed: (name: string) => `Failed to load the definition of ${name}`,
  definitionCopied: (name: string) => `Definition of ${name} copied`,
  refreshFailed: (name: string) => `Failed to refresh ${name}`,
  refreshed: (name: string) => `${name} refreshed`,
  openFailed: (name: string) => `Failed to open ${name}`,
  rlsFailed: (table: string, isOn: boolean) => `Failed to ${isOn ? 'enable' : 'disable'} row-level security on ${table}`,
  gone: 'it no longer exists',
} as const

export const entityBrowserText = {
  new: 'New',
  newTable: 'New table…',
  newSchema: 'New schema…',
  searchTables: 'Search tables',
  loading: 'Loading tables',
  showAllKinds: 'Show all kinds',
  disableRlsTitle: (table: string) => `Disable row-level security on ${table}?`,
  disableRls: 'Disable row-level security',
  matching: (count: string, noun: string) => `${count} matching ${noun}`,
  noMatch: (schema: string, search: string) => `Nothing in ${schema} matches “${search}”.`,
  noneOfKinds: (schema: string) => `${schema} has nothing of these kinds.`,
  empty: (schema: string) => `${schema} is empty.`,
  entries: (count: number) => (count === 1 ? 'entry' : 'entries'),
} as const

export const entityLineText = {
  everyRow: (rls: string) => `${rls}: API roles can access every row`,
  rowLevelSecurityOff: 'Row-level security is off',
  exposed: (roles: string) => `Available through the data API to ${roles}`,
} as const

export const entityListText = {
  tables: 'Tables',
} as const

export const entityMenuText = {
  newTable: 'New table…',
  newSchema: 'New schema…',
  cannotCreate: 'You can’t create tables here',
  editTable: 'Edit table…',
  duplicateTable: 'Duplicate table…',
  copyName: 'Copy name',
  copyDdl: 'Copy DDL',
  export: 'Export…',
  viewInSqlEditor: 'View in SQL editor',
  queryInEditorPanel: 'Query in editor panel',
  newPolicy: 'New policy…',
  disableRls: 'Disable row-level security…',
  enableRls: 'Enable row-level security',
  refresh: 'Refresh',
  delete: 'Delete…',
} as const

export const entityRowText = {
  morePartitions: 'More partitions',
  partitions: (name: string) => `Partitions of ${name}`,
  actions: (name: string) => `Actions for ${name}`,
} as const

export const schemaPanelText = {
  createTask: (name: string) => `Create schema ${name}`,
  schemaCreated: (name: string) => `Schema ${name} created`,
  newSchema: 'New schema',
  cancel: 'Cancel',
  createSchema: 'Create schema',
  name: 'Name',
  nameHint: 'Data API roles need the USAGE privilege on the schema to access what’s in it.',
  owner: 'Owner',
  ownerDefault: 'The role that creates it',
  searchRoles: 'Search roles',
  noRole: 'No matching roles.',
  statement: 'statement',
  reserved: 'Names starting with pg_ are reserved by Postgres',
  taken: 'A schema with this name already exists',
} as const

export const viewMenuText = {
  alphabetical: 'Alphabetical',
  byType: 'By type, then name',
  sortAndFilterOnly: (kinds: string) => `Sort and filter: only ${kinds}`,
  sortAndFilter: 'Sort and filter',
  sort: 'Sort',
  show: 'Show',
  schemas: 'Schemas',
  systemSchemas: 'System schemas',
} as const
