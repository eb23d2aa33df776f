export const addColumnHeadText = {
  addColumn: 'Add column',
} as const

export const columnHeadText = {
  frozen: 'Frozen',
  column: (name: string) => `Column ${name}`,
  primaryKey: 'Primary key',
  references: (table: string, column: string) => `References ${table}.${column}`,
  generated: 'Generated',
} as const

export const columnMenuText = {
  sortAscending: 'Sort ascending',
  sortDescending: 'Sort descending',
  sortAscendingNullsFirst: 'Sort ascending, NULLs first',
  sortDescendingNullsFirst: 'Sort descending, NULLs first',
  removeSorting: 'Remove sorting',
  filterByColumn: 'Filter by this column',
  selectColumn: 'Select column',
  copyName: 'Copy name',
  fitWidth: 'Fit width',
  moveLeft: 'Move left',
  moveRight: 'Move right',
  hide: 'Hide',
  editColumn: 'Edit column…',
  addColumn: 'Add column…',
  deleteColumn: 'Delete column…',
  freeze: 'Freeze',
  unfreeze: 'Unfreeze',
} as const
