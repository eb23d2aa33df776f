export const gridText = {
  rowsOf: (table: string) => `Rows of ${table}`,
  opensRecord: 'Open a row to see all its fields.',
} as const
