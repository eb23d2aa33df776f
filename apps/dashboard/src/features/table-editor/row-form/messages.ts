export const foreignRowPanelText = {
  noReference: (column: string) => `${column} doesn’t reference another table.`,
  chooseRow: (name: string) => `Choose a row of ${name}`,
  staged: (column: string) => `${column} staged`,
  forOf: (column: string, table: string) => `For ${column} of ${table}`,
} as const

export const refusedPanelText = {
  title: 'This isn’t possible',
  body: (name: string) => `You can’t change rows of ${name} here.`,
} as const

export const rowAddPanelText = {
  duplicateRow: (name: string) => `Duplicate row of ${name}`,
  rowInserted: 'Row inserted',
  rowStaged: 'Row staged',
  saveRow: 'Save row',
  insertRow: 'Insert row',
  newRow: (name: string) => `New row of ${name}`,
  stagedHint: 'The row is saved together with your other staged changes.',
  cancel: 'Cancel',

  and: 'and',
  addAnother: 'add another',
} as const

export const rowEditPanelText = {
  row: (name: string) => `Row of ${name}`,
  rowSaved: 'Row saved',
  newRow: (name: string) => `New row of ${name}`,
  close: 'Close',
  cancel: 'Cancel',
  saveRow: 'Save row',
  stageChanges: 'Stage changes',
  deletedHint: 'This row is deleted when you save.',
  referencingRows: 'Referencing rows',
  readOnly: 'Read-only',
} as const

export const rowFieldText = {
  references: (table: string, column: string) => `References ${table}.${column}`,
  chooseRow: (name: string) => `Choose a row of ${name}`,
  choose: 'Choose',
  setByDatabase: 'Set by the database',
  nextNumber: 'Next number in the sequence',
} as const

export const rowFormText = {
  searchColumns: 'Search columns',
  showMoreColumns: 'Show more columns',
} as const

export const valuePanelText = {
  columnGone: (table: string, column: string) => `Column ${column} of ${table} no longer exists.`,
  changed: 'Someone else changed this value',
  of: (column: string, table: string) => `${column} of ${table}`,
  cancel: 'Cancel',
  stageChange: 'Stage change',
  close: 'Close',
  null: 'NULL',
  wrapLongLines: 'Wrap long lines',
  showAs: (column: string) => `Show ${column} as`,
  text: 'Text',
  tree: 'Tree',
  searchDocument: 'Search document',
  searchPlaceholder: 'Search keys and values',
  format: 'Format',
  readOnly: 'Read-only',
  save: 'Save',
  default: 'Default',
} as const

export const withRowText = {
  close: 'Close',
  gone: 'This row no longer exists: it was deleted, its key was changed, or you don’t have access to it.',
} as const

export const fieldStatesText = {
  default: 'Default',
  empty: 'Empty',
} as const
