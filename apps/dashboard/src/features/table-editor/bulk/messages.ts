export const bulkDeleteDialogText = {
  titleOne: 'Delete this row?',
  title: (text: string) => `Delete ${text}?`,
  bodyOne: (schema: string, name: string) => `This permanently deletes the row from ${schema}.${name}.`,
  body: (schema: string, name: string) => `This permanently deletes the rows from ${schema}.${name}, either all of them or none.`,
  deleteRow: 'Delete row',
  delete: (text: string) => `Delete ${text}`,
  deleted: (rows: string) => `${rows} deleted`,
  noRows: 'These rows no longer exist.',
  sql: 'SQL of the delete',
  allMatching: 'All rows that match the filters',
  allRows: 'All rows of the table',
} as const

export const bulkEditDialogText = {
  updated: (rows: string) => `${rows} updated`,
  editSelectedRows: 'Edit selected rows',
  editAllMatchingRows: 'Edit all matching rows',
  editAllRows: (name: string) => `Edit all rows of ${name}`,
  cancel: 'Cancel',
  changeRows: 'Update rows',
  update: (rows: string) => `Update ${rows}`,
  setColumn: 'Set a column…',
  searchColumns: 'Search columns',
  noSuchColumn: 'No matching columns',
  sql: 'SQL of the update',
  value: 'Value',
  null: 'NULL',
  default: 'Default',
  sqlExpression: 'SQL expression',
  newValue: (column: string) => `New value of ${column}`,
  leave: (column: string) => `Don’t change ${column}`,
  expressionFor: (column: string) => `Expression for ${column}`,
  expressionPlaceholder: (column: string) => `upper(${column})`,
} as const

export const bulkMenuText = {
  changeManyRows: 'Bulk edit',
  editPicked: (picked: string) => `Edit ${picked}…`,
  editAll: (all: string) => `Edit ${all}…`,
  deletePicked: (picked: string) => `Delete ${picked}…`,
  deleteAll: (all: string) => `Delete ${all}…`,
  matchingRows: 'all matching rows',
  allRows: 'all rows',
  selectedRows: (shown: string, count: number) => `${shown} selected ${count === 1 ? 'row' : 'rows'}`,
} as const

export const bulkQueriesText = {
  whyCountDiffers: 'Rows were added or removed, or a trigger, rule or policy skips some of them.',
  countDiffers: (rows: string, why: string) => `Nothing was changed, because the change would no longer affect exactly ${rows}. ${why}`,
} as const

export const bulkSizeText = {
  confirmMany: (limit: string, rows: number) => `This affects more than ${limit} rows. Enter ${rows} to confirm`,
} as const

export const referringRowsText = {
  of: (rows: string, table: string) => `${rows} of ${table}`,
  alsoDeleted: (rows: string, by: string) => `Also deletes ${rows} (by ${by})`,
  setNull: (column: string, rows: string) => `Sets ${column} of ${rows} to NULL`,
  setDefault: (column: string, rows: string) => `Sets ${column} of ${rows} to its default`,
  refused: (rows: string) => `${rows} reference them, so Postgres refuses the delete`,
} as const
