export const reviewDialogText = {
  reviewChanges: 'Review changes',
  nothing: 'No changes to save.',
  oneTransaction: (changes: string, table: string) => `${changes} of ${table}, in one transaction.`,
  openInSqlEditor: 'Open in SQL editor',
  changeTask: 'change the database',
  close: 'Close',
  save: 'Save',
  changedRows: 'Changed rows',
  more: (count: string) => `and ${count} more`,
  sqlChanges: 'SQL of the changes',
  newRow: 'New row',
  discardRow: (name: string) => `Discard ${name}`,
  deleted: 'deleted',
  discardCell: (column: string, name: string) => `Discard ${column} of ${name}`,
  allDefaults: 'all defaults',
} as const

export const saveText = {
  deferred: (title: string, constraint: string) => `${title} (${constraint}, checked at the end of the transaction)`,
  missing: 'The database lacks something this change needs',
  tooMany: (limit: string) => `You can save at most ${limit} changes at once. Discard some, or save them with SQL`,
} as const

export const stagingBarText = {
  changes: 'Changes',
  noChanges: 'No changes',
  tooLarge: 'Too large to store in this browser. Save before you close the page.',
  undo: 'Undo',
  redo: 'Redo',
  changeTask: 'change the database',
  discard: 'Discard',
  review: 'Review',
  saveAgain: 'Save again',
  discardTitle: 'Discard all changes?',
  discardBody: (changes: string, table: string) => `${changes} of ${table} won’t be saved. You can undo this while the page stays open.`,
  discardChanges: 'Discard changes',

  conflicts: (count: number) => `Someone else changed ${count === 1 ? '1 cell' : `${count} cells`}. Nothing was saved.`,
  keepAllMine: 'Keep all mine',
  allTheirs: 'Use all theirs',
  failed: (title: string) => `Nothing was saved: ${title}`,
  mode: 'Edit mode',
  staged: 'Staged',
  immediate: 'Immediate',
  restored: 'Restored from your last visit,',
  save: 'Save',
} as const

export const stagingStoreText = {
  notice: (message: string) => `Notice from the database: ${message}`,
} as const

export const useStagingText = {
  loadFailed: (title: string) => `Failed to load the whole value: ${title}`,
} as const

export const stagedChangesText = {
  saved: (rows: string) => `${rows} saved`,
  deleted: (rows: string) => `${rows} deleted`,
} as const

export const stagingTextCopy = {
  cells: (cells: string, rows: string) => `${cells} in ${rows}`,
} as const
