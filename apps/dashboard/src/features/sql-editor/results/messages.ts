export const outcomeText = {
  rolledBack: 'Rolled back: nothing was kept',
  schemaChanged: 'These changes aren’t recorded as a migration.',
  record: 'Record as migration',
  recorded: 'Migration recorded',
} as const

export const queryErrorText = {
  commitEach: 'Commit each statement',
  replaceStrays: 'Replace these characters',
  runAgain: 'Run again',
  copy: 'Copy error',
  after: (duration: string) => `after ${duration}`,
  place: (line: number, column: number) => `Line ${line}, column ${column}`,
  detail: 'Detail',
  hint: 'Hint',
  statement: 'Statement',
  where: 'Where',
} as const
