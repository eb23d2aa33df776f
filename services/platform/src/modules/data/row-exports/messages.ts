/** Errors of exports. */
export const messages = {
  nameTable: 'Enter the table for the INSERT statements',
  oneSelect: 'Enter a single SELECT statement',
  noColumns: 'Select at least one column',
  allComputed: 'Postgres computes all of these columns. Select at least one other column.',
} as const
