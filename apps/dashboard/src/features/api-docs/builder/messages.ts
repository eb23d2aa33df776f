/** Texts of the form of a request. */
export const draftFormText = {
  asJson: 'JSON',
  asObject: 'JSON, one row',
  asCsv: 'CSV',
  operation: 'Operation',
  columns: 'Columns',
  columnsHint: 'Comma-separated. * selects all columns.',
  embed: 'Embed',
  limit: 'Limit',
  noLimit: 'None',
  offset: 'Offset',
  format: 'Response format',
  arguments: 'Arguments',
  body: 'Body',
  conflict: 'Conflict columns',
  conflictHint: 'Columns with a unique constraint, comma-separated',
  countAllRows: 'Count all rows',
  returnWrittenRows: 'Return the written rows',
  queryString: 'Query string',
  noParameters: 'No parameters',
} as const

/** Texts of the filters and the order of a request. */
export const conditionText = {
  remove: (what: string, position: number) => `Remove ${what.toLowerCase()} ${position}`,
  custom: 'custom',
  filter: 'Filter',
  addFilter: 'Add filter',
  filterColumn: (position: number) => `Column of filter ${position}`,
  filterOperator: (position: number) => `Operator of filter ${position}`,
  filterValue: (position: number) => `Value of filter ${position}`,
  ascending: 'ascending',
  descending: 'descending',
  ascendingNullsFirst: 'ascending, nulls first',
  descendingNullsLast: 'descending, nulls last',
  order: 'Order',
  addOrder: 'Add order',
  orderColumn: (position: number) => `Column of order ${position}`,
  orderDirection: (position: number) => `Direction of order ${position}`,
  column: 'Column',
} as const

/** Names of the operators of filters. */
export const operatorText = {
  equals: 'equals',
  doesNotEqual: 'does not equal',
  greaterThan: 'is greater than',
  atLeast: 'is at least',
  lessThan: 'is less than',
  atMost: 'is at most',
  like: 'matches pattern (case-sensitive)',
  likeAnyCase: 'matches pattern',
  oneOf: 'is one of',
  is: 'is',
  contains: 'contains',
  containedIn: 'is contained in',
  overlaps: 'overlaps',
  fullTextSearch: 'matches full-text search',
  regex: 'matches regex',
} as const

/** Texts of the request builder. */
export const requestBuilderText = {
  send: 'Send',
  explain: 'Explain',
  cancel: 'Cancel',
  sendRequest: 'Send request',
} as const

/** Texts of the result of a request. */
export const resultText = {
  label: 'Result',
  loading: 'Loading…',
  as: (role: string) => `as ${role}`,
  body: 'Body',
  headers: 'Headers',
  sql: 'SQL',
  plan: 'Plan',
  policies: 'Policies',
  searchPath: 'Search path:',
} as const

/** Texts of the body of a response. */
export const bodyText = {
  format: 'Body format',
  table: 'Table',
  json: 'JSON',
  body: 'Response body',
  rows: 'Response rows',
} as const

/** Texts of the policies behind a request. */
export const policyText = {
  label: 'Row-level security',
  policies: (relation: string) => `Policies of ${relation}`,
  scope: (isPermissive: boolean, command: string, roles: readonly string[]) =>
    `${isPermissive ? '' : 'restrictive, '}for ${command}, to ${roles.join(', ')}`,
} as const
