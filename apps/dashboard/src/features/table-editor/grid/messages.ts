export const cellMenuText = {
  editRow: 'Edit row…',
  viewRow: 'View row…',
  duplicateRow: 'Duplicate row…',
  copyCells: 'Copy cells',
  copyValue: 'Copy value',
  copyAsCsv: 'Copy as CSV',
  copyAsJson: 'Copy as JSON',
  copyRowAsJson: 'Copy row as JSON',
  copyAsMarkdown: 'Copy as Markdown',
  copyAsInsert: 'Copy as SQL INSERT',
  exportCells: 'Export cells…',
  paste: 'Paste',
  del: 'Del',
  setToNull: 'Set to NULL',
  setToDefault: 'Set to default',
  fillDown: 'Fill down',
  fillDownSeries: 'Fill down as series',
  discardChange: 'Discard change',
  deleteRow: 'Delete row',
  edit: 'Edit',
  view: 'View',
} as const

export const cellWindowText = {
  null: 'NULL',
  truncated:
    'Only the beginning of a longer value is shown. A row without a key can’t be loaded on its own; export the table to get the whole value.',
  length: (characters: string, isNull: boolean) => `${characters} characters${isNull ? ', now NULL' : ''}`,
  loadFailed: 'Failed to load the whole value: the row no longer exists, or you don’t have access to it.',

  setToNull: 'Set to NULL',
  save: 'Save',

  cancel: 'Cancel',
  close: 'Close',
} as const

export const choiceEditorText = {
  values: (label: string) => `Values of ${label}`,
  noMatch: 'No matching values',
} as const

export const columnsText = {
  row: 'Row',
  selection: 'Selection',
  addColumn: 'Add column',
} as const

export const stagingNotesText = {
  rowGone: 'Someone else deleted this row or changed its key',
  changed: (column: string) => `Someone else changed ${column}`,
  keepMine: 'Keep mine',
  discardChange: 'Discard change',
  theirs: 'Use theirs',
  discardColumn: 'Discard changes to it',
  refresh: 'Refresh',
  editAgain: 'Edit again',
  undoChange: 'Discard change',
  hide: 'Hide',
  deletedRow: (column: string, theirs: string) => `You deleted this row. ${column} is now: ${theirs}`,
  values: (mine: string, theirs: string, base: string) => `Yours: ${mine}\nTheirs: ${theirs}\nBefore: ${base}`,
} as const

export const tableFooterText = {
  countExactly: 'Count exactly',
  rows: (from: string, to: string) => `Rows ${from} to ${to}`,
  earlierRows: 'Previous rows',
  laterRows: 'Next rows',
  firstRow: 'First row',
  lastRow: 'Last row',
  settings: 'Row height and page size',
  rowHeight: 'Row height',
  compact: 'Compact',
  medium: 'Medium',
  tall: 'Tall',
  pageSize: 'Rows per page',
  countTask: 'count the rows',
  counting: 'Counting…',
} as const

export const tableHeaderText = {
  refresh: 'Refresh',
  insertRow: 'Insert row',
  deleteRows: (shown: string, count: number) => `Delete ${shown} ${count === 1 ? 'row' : 'rows'}`,
} as const

export const tablePaneText = {
  hasNoRows: (name: string) => `${name} has no rows`,
  insertRow: 'Insert row',
  emptyBody: 'Enter values in the row above, paste rows from a spreadsheet, or drop a CSV, TSV or JSON file on the page.',
  emptyReadOnly: 'Rows appear here once there are any.',
  countTask: 'count the rows',
} as const
