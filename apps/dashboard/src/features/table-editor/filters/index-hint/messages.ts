export const indexHintText = {
  title: 'No matching index',
  noIndex: 'No index',
  noSuggestion: 'Colonnade can’t suggest an index for these conditions.',
  suggestion: 'This index would probably make it fast:',
  statement: 'statement',
  openInSqlEditor: 'Open in SQL editor',
  body: (table: string) => `Postgres reads a large part of ${table} to find these rows.`,
} as const
