export const insertDialogText = {
  title: 'Choose a table for INSERT',
  table: 'Table',
  tableHint: 'The columns don’t all come from one table. Enter the table to insert into.',
  tableInvalid: 'Enter a name as in SQL: orders, sales.orders or "My Table"',
  tablePlaceholder: 'schema.table',
  cancel: 'Cancel',
  continue: 'Continue',
} as const

export const useResultFilesText = {
  someCut: 'Some values are truncated because they exceed the size limit for results.',
  copyFailed: (reason: string) => `Nothing copied: ${reason}`,
  downloaded: (rows: string) => `${rows} rows downloaded`,
  downloadFailed: (reason: string) => `Nothing downloaded: ${reason}`,
} as const
