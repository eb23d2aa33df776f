export const codeEditorText = {
  line: (line: number, problem: string) => `Line ${line}: ${problem}`,

  skipped: (count: number) =>
    count === 1 ? '1 statement couldn’t be parsed and wasn’t formatted' : `${count} statements couldn’t be parsed and weren’t formatted`,
  alreadyFormatted: 'Already formatted',
  formatterFailed: 'Failed to load the formatter. Try again.',
} as const

export const editingText = {
  selectAll: 'Select all',
  replaceAll: 'Replace all',
  matchCase: 'Match case',
  regularExpression: 'Regular expression',
  wholeWords: 'Whole words',
  sql: 'SQL',
  tabHint: 'Tab indents. Press Escape, then Tab to leave the editor.',
  next: 'Next',
  previous: 'Previous',
  replace: 'Replace',
} as const

export const statusBarText = {
  nextProblem: 'Go to next problem (F8)',
  large: 'Large query: completion, highlights and checks are off',
  lineColumn: (line: string, column: string) => `Line ${line}, column ${column}`,
  cursors: (count: number) => `${count} cursors`,
  selected: (count: string) => `${count} selected`,
} as const
