export const gridColumnsText = {
  row: 'Row',
} as const

export const resultHeadMenuText = {
  sortAscending: 'Sort ascending',
  sortDescending: 'Sort descending',
  removeSorting: 'Remove sorting',
  copyName: 'Copy name',
  hide: 'Hide',
} as const

export const resultMenuText = {
  copyAsCsv: 'Copy as CSV',
  copyAsJson: 'Copy as JSON',
  copyAsMarkdown: 'Copy as Markdown',
  copyAsInsert: 'Copy as SQL INSERT',
  viewValue: 'View value',
  copy: 'Copy',
  hide: (column: string) => `Hide ${column}`,
  resetColumns: 'Reset columns',
} as const
