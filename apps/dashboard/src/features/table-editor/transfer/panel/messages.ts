export const draftFormText = {
  reading: 'File format',
  target: 'Import into',
  newTable: 'New table',
  rowRules: 'Duplicate and invalid rows',
} as const

export const draftPanelText = {
  importRows: 'Import rows',
  pastedText: 'Pasted text',
  anotherFile: 'Choose another file',
  close: 'Close',
  import: 'Import',
  importCount: (shown: string, count: number) => `Import ${shown} ${count === 1 ? 'row' : 'rows'}`,
  importAbout: (shown: string) => `Import ≈ ${shown} rows`,
} as const

export const encodingChoiceText = {
  question: 'Which of these looks right?',
} as const

export const mappedColumnsText = {
  skip: 'Skip',
  columns: 'Columns',
  inFile: 'Column in file',
  firstValue: 'First value',
  inTable: 'Column in table',
  columnNumber: (value: number) => `Column ${value}`,
  columnFor: (name: string) => `Column for ${name}`,
} as const

export const moreColumnsText = {
  showMoreColumns: 'Show more columns',
  of: (count: string, total: string) => `${count} of ${total}`,
} as const

export const newColumnsText = {
  columns: 'Columns',
  import: 'Import',
  column: 'Column',
  type: 'Type',
  nullable: 'Nullable',
  key: 'Key',
  importColumn: (name: string) => `Import ${name}`,
  nameColumn: (value: number) => `Name of column ${value}`,
  typeOf: (name: string) => `Type of ${name}`,
  nullableOf: (name: string) => `${name} allows NULL`,
  partPrimaryKey: (name: string) => `${name} is part of the primary key`,
} as const

export const newTableFieldsText = {
  schema: 'Schema',
  name: 'Name',
  nameMissing: 'The table needs a name',
  rlsOn: 'Row-level security on: the API shows no rows until a policy allows it',
  rlsOff: 'Row-level security off: anyone with the anon key can read every row through the API',
  addKey: 'Add',
  addKeyAs: 'as a numbered primary key',
} as const

export const previewTableText = {
  preview: 'Preview',
  line: 'Line',
  column: (value: number) => `Column ${value}`,
  extraValues: 'Values without a column',
  moreColumns: (count: string) => `${count} more columns aren’t shown.`,
  missing: 'missing',
  null: 'NULL',
  empty: 'empty',
} as const

export const readingFieldsText = {
  csv: 'CSV',
  tsv: 'TSV',
  jsonArray: 'JSON array',
  ndjson: 'NDJSON',
  comma: 'Comma ,',
  semicolon: 'Semicolon ;',
  tab: 'Tab',
  bar: 'Bar |',
  other: 'Other',
  dayFirst: 'Day first',
  monthFirst: 'Month first',
  noDates: 'No dates',
  noDatesHint: 'import as text',
  decimalComma: 'Decimal comma',
  decimalPoint: 'Decimal point',
  asWritten: 'As written',
  format: 'Format',
  encoding: 'Encoding',
  delimiter: 'Delimiter',
  otherDelimiter: 'Other delimiter',
  nullText: 'Text for NULL',
  nullHint: 'Unquoted. Leave it empty to read empty fields as NULL.',
  empty: 'empty',
  datesLike34: 'Dates like 3.4.2024',
  numbersLike1500: 'Numbers like 1.500 or 2,5',
  skipSepLine: 'Skip the first line (sep=)',
  hasHeader: 'First row contains column names',
} as const

export const rowRulesText = {
  duplicateIsBad: 'Treat as an invalid row',
  update: 'Update the existing row',
  skip: 'Keep the existing row',
  stop: 'Stop at the first and import nothing',
  collect: 'Import the others and collect invalid rows',
  duplicates: 'If a row’s key already exists',
  noKey: 'The table has no primary key or unique index.',
  key: 'Key',
  invalidRows: 'If a row is invalid',
  stopHint: 'Imports all rows or none, and shows the line, column and value of the invalid row.',
  collectHint: 'You can download the invalid rows as a file at the end.',
} as const

export const runDoneText = {
  firstInvalidRows: 'First invalid rows',
  line: 'Line',
  column: 'Column',
  reason: 'Reason',
  row: 'Row',
  skipped: (shown: string, count: number) => `${shown} invalid ${count === 1 ? 'row was' : 'rows were'} skipped.`,
  download: 'Download',
} as const

export const runFailedText = {
  line: 'Line',
  column: 'Column',
  value: 'Value',
  reason: 'Reason',
  failed: (advice: string | null) => (advice === null ? 'Nothing was imported.' : `Nothing was imported. ${advice}`),
  makeText: (column: string) => `Change ${column} to text`,
  collectInvalidRows: 'Collect invalid rows',
} as const

export const runPanelText = {
  cancelImport: 'Cancel import',
  continueInBackground: 'Continue in background',
  close: 'Close',

  changeTryAgain: 'Change and try again',
  notCreated: (table: string) => `Import cancelled. Nothing was imported, and ${table} wasn’t created.`,
  unchanged: (table: string) => `Import cancelled. Nothing was imported, and ${table} is unchanged.`,
  importingRows: 'Importing rows',
  rowsImported: 'Rows imported',
  importFailed: 'Import failed',
  importCancelled: 'Import cancelled',
  source: (source: string | null, table: string) => `${source ?? 'Pasted text'} into ${table}`,
  open: (table: string | null) => `Open ${table ?? 'table'}`,
} as const

export const runProgressText = {
  finishing: 'The file is read and the database is finishing',
  of: (read: string, size: string) => `${read} of ${size}`,
  import: 'Import',
  rows: 'Rows',
  rowsPerSecond: 'Rows per second',
  timeLeft: 'Time left',
  invalidRows: 'Invalid rows',
  keepOpen: (stage: string) => `${stage}. Rows appear in the table when the import is complete. Keep this page open until then.`,
} as const

export const sourcePickerText = {
  dropFileAnywherePage: 'Drop a file anywhere on the page',
  formats: 'CSV, TSV, JSON or NDJSON of any size. The file streams straight into the database.',
  chooseFile: 'Choose file',
  file: 'File with rows',
  pasteRows: 'Or paste rows',
  pasteHint: 'Cells from a spreadsheet, or text in any of these formats.',
  submitText: 'Use text',
} as const
