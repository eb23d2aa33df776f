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

export const messageListText = {
  empty: 'No messages.',
  messages: 'Messages',
  noticesStatements: 'Notices and statements',
  hint: (hint: string) => `Hint: ${hint}`,
} as const

export const outputViewText = {
  result: (number: number) => `Result ${number}`,
  messages: 'Messages',
  results: 'Results',
  resultsTabs: 'Show results in tabs',
  stacked: 'Stack results',
  nothingToRun: 'Nothing to run',
  noStatementCompleted: 'No statement completed',
  in: (done: string, duration: string) => `${done} in ${duration}`,
  beforeEnd: ' before the error',
  soFar: ' so far',
  running: 'Running…',
  statementsDone: (statements: string) => `${statements} done…`,
  resultCount: (count: number) => `${count} results`,
  done: 'Done',
} as const

export const resultsPaneText = {
  runningSoFar: (rows: string) => `Running, ${rows} so far`,
  press: 'Results appear here. Press',
  toRun: 'to run the whole query, or just the selection.',
  cancelling: 'Cancelling…',
  running: 'Running…',
} as const

export const setBodyText = {
  noRowsYet: 'No rows yet',
  waiting: 'Rows appear here as they arrive.',
  noRows: 'No rows',

  sizeValuePanel: 'Size of the value panel',
  noColumns: 'The statement returns no columns.',
  columns: (count: number) => (count === 1 ? 'Column:' : 'Columns:'),
} as const

export const setFooterText = {
  sortedLocally: 'Sorted in the browser, not by the database',
  undo: 'Undo',
  view: 'View',
  table: 'Table',
  chart: 'Chart',
  findResults: 'Find in results',
  copyAllRows: 'Copy all rows',
  copyForSpreadsheets: 'Copy for spreadsheets',
  download: 'Download',
  allRowsAs: (format: string) => `All rows as ${format}`,
  hideValuePanel: 'Hide value panel',
  showValuePanel: 'Show value panel',
  truncated: (rows: string) => `Truncated at ${rows}.`,
  runWithoutLimit: 'Run without a limit',
  runWith: (rows: string) => `Run with ${rows}`,
  sorting: 'Sorting…',
} as const

export const setStackText = {
  allResults: 'All results',
} as const
