export const goToRowText = {
  invalid: 'Enter 1 or a higher number',
  outOfRange: (rows: string) => `There are only ${rows} rows`,
  goToRow: 'Go to row',
  rowNumber: 'Row number',
  go: 'Go',
} as const
