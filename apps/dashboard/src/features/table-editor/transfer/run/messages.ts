export const explainImportErrorText = {
  chooseAgain: 'Choose it and start the import again.',
  importFailed: 'Import failed',
  unreadable: 'The file can’t be read in this format',
  unreadableLine: (line: string) => `Line ${line} of the file can’t be read`,
  checkFormat: 'Check the format, the delimiter and the encoding.',
  tableChanged: (table: string) => `${table} was changed`,
  tableChangedAdvice: 'The table or one of its columns was dropped or renamed. Refresh and check.',
  unknownSchema: 'This schema or type doesn’t exist',
  checkTypes: 'Check the column types.',
  tableExists: (table: string) => `${table} already exists`,
  tableExistsAdvice: 'Choose another name for the new table, or import into the existing one.',
  notAllowed: (table: string) => `You can’t write to ${table}`,
  notAllowedAdvice: 'Ask the owner of the table or of the organization for access.',
  signedOut: 'You were signed out',
  signedOutAdvice: 'Sign in and start the import again.',
  connectionWasLost: 'The connection was lost',
  connectionAdvice: 'Try again once you’re back online.',
  forgotten: 'The server no longer has this import',
  forgottenAdvice: 'The server may have restarted. Try again.',
  refused: 'The database rejects this table',
  refusedAdvice: 'Check the names and types of the columns.',
  tooManyInvalid: 'Too many invalid rows',
  invalidRow: 'A row doesn’t fit the table',
  invalidLine: (line: string) => `Line ${line} doesn’t fit the table`,
  tooManyInvalidAdvice: 'Check the columns and their types first.',
  invalidAdvice: 'Correct the file, change the column, or collect invalid rows and import the others.',
} as const

export const importRunText = {
  failed: (table: string, reason: string) => `Import into ${table} failed: ${reason}`,
} as const

export const outcomeText = {
  fileChanged: 'The file was changed or removed during the import',
} as const

export const paceText = {
  done: (shown: string, rows: number, duration: string) => `${shown} ${rows === 1 ? 'row' : 'rows'} in ${duration}`,
} as const
