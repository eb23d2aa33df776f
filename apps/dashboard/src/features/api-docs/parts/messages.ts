/** Texts of the introduction. */
export const introductionText = {
  urlAndKey: 'API URL and key',
  url: 'data API URL',
  key: 'publishable key',
  createClient: 'Create a client',
  types: 'TypeScript types',
  downloadTypes: 'Download types',
} as const

/** Texts of the list of tables and functions. */
export const objectListText = {
  search: 'Search tables and functions',
  noMatches: 'No matches',
  noMatchesText: (words: string) => `No tables or functions match “${words}”.`,
  showAll: 'Show all',
  list: 'Tables and functions',
  function: 'Function',
} as const

/** Texts of the docs of one table or function. */
export const objectDocsText = {
  arguments: 'Arguments',
  none: 'None',
  requestBody: 'Request body',
  optional: 'Optional',
  returns: 'Returns',
  loadingColumns: 'Loading columns',
  columns: 'Columns',
  primaryKey: 'Primary key',
  required: 'Required',
  sections: 'Sections',
  loadingBuilder: 'Loading the request builder',
  examples: 'Examples',
  client: 'Client',
  code: (title: string) => `code: ${title}`,
} as const
