export const parameterDialogText = {
  text: 'Text',
  number: 'Number',
  null: 'NULL',
  sql: 'SQL',
  titleOne: 'Enter a parameter value',
  titleMany: 'Enter parameter values',
  description: 'Text and numbers are quoted safely as literals. SQL is inserted as is.',
  cancel: 'Cancel',
  run: 'Run',
  emptyText: 'Empty string',
  typeOf: (name: string) => `Type of ${name}`,
} as const

export const readPartText = {
  copyFromStdin: 'COPY … FROM STDIN needs a terminal, and there is none here. Use “Import data” in the table editor, or load the file with psql.',
  ownLine: 'Put psql commands on their own line, and end the statement before with a semicolon.',
} as const
