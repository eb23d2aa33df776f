export const diagramViewText = {
  noGroups: 'No groups',
  byRelation: 'Related tables',
  byName: 'By first word of name',
  diagram: 'Diagram',
  list: 'List',
  view: 'View',
  find: 'Find a table or column',
  search: 'Search tables and columns',
  noMatch: 'No matching tables or columns',
  groups: 'Groups',
  expandAll: 'Expand all',
  collapseAll: 'Collapse all',
  autoLayout: 'Auto layout',
  loading: 'Drawing the diagram',
} as const

export const relationListText = {
  search: 'Search tables and columns',
  noMatch: 'No matching tables',
  noMatchHint: (text: string) => `No table or column name contains “${text}”.`,
  tableOf: (schema: string) => `Tables in ${schema} and their relations`,
  table: 'Table',
  columns: 'Columns',
  refersTo: 'Refers to',
  referredBy: 'Referred to by',
  none: 'none',
} as const

export const schemaDraftText = {
  create: (name: string) => `Create schema ${name}`,
  edit: (name: string) => `Edit schema ${name}`,
  noName: 'Enter a name',
  longName: 'Names can have up to 63 bytes',
  reservedName: 'Names that start with pg_ are reserved by Postgres',
} as const

export const schemaFormText = {
  new: 'New schema',
  edit: (name: string) => `Edit schema ${name}`,
  submitNew: 'Create schema',
  submit: 'Save schema',
  created: (name: string) => `Schema ${name} created`,
  saved: (name: string) => `Schema ${name} saved`,
  renameCosts: (name: string) =>
    `Views, foreign keys and policies follow the new name. Function bodies, search paths and applications that use ${name} will fail until you update them.`,
  name: 'Name',
  nameHint: 'To use it, Data API roles need the USAGE privilege.',
  comment: 'Comment',
} as const

export const schemasPageText = {
  tooMany: (schema: string, most: string) => `${schema} has more than ${most} tables. The diagram shows the first ${most} by name.`,
  title: 'Schemas',
  actionsOf: (schema: string) => `Actions for schema ${schema}`,
  edit: 'Edit schema',
  delete: 'Delete schema',
  new: 'New schema',
  gone: (schema: string) => `Schema ${schema} not found`,
  show: (schema: string) => `Show ${schema}`,
  goneHint: 'It was deleted or renamed, or you don’t have access.',
  empty: (schema: string) => `No tables in ${schema} yet`,
  newTable: 'New table',
  emptyHint: 'This diagram shows tables and the foreign keys between them.',
  noun: 'schema',
  deleteText: (schema: string) => `This permanently deletes the schema ${schema}. If it isn’t empty, choose cascade to delete its contents as well.`,
  deleted: (schema: string) => `Schema ${schema} deleted`,
} as const
