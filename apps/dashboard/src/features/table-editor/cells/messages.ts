export const dataCellText = {
  tryAgain: 'Try again',
  justChanged: ', just changed by someone else',
  deleted: ', deleted by someone else',
  notSavedYet: ', not saved yet',
  notSaved: (title: string) => `Not saved: ${title}`,
  changed: 'Changed by someone else',
  copyValue: 'Copy value',
} as const

export const rowNumberText = {
  notLoaded: (row: string) => `Failed to load row ${row}`,
} as const

export const selectCellText = {
  selectRow: (index: string) => `Select row ${index}`,
} as const

export const selectHeadingText = {
  selectAllLoadedRows: 'Select all loaded rows',
} as const
