export const comparisonsText = {
  is: 'is null, not null, true or false',
  equals: 'equals',
  notEqual: 'does not equal',
  greater: 'is greater than',
  atLeast: 'is at least',
  less: 'is less than',
  atMost: 'is at most',
  contains: 'contains text, ignoring case',
  startsWith: 'starts with text, ignoring case',
  endsWith: 'ends with text, ignoring case',
  in: 'is one of',
  notIn: 'is none of',
  distinct: 'differs, treating NULL as a value',
  notDistinct: 'equals, treating NULL as a value',
  like: 'matches the pattern (% and _)',
  ilike: 'matches the pattern, ignoring case',
  notLike: 'doesn’t match the pattern',
  notIlike: 'doesn’t match the pattern, ignoring case',
  regexp: 'matches the regular expression',
  iregexp: 'matches the regular expression, ignoring case',
  notRegexp: 'doesn’t match the regular expression',
  notIregexp: 'doesn’t match the regular expression, ignoring case',
  has: 'contains',
  containedIn: 'is contained in',
  overlaps: 'overlaps',
  withinNetwork: 'is within the network',
  containsNetwork: 'contains the network',
  hasKey: 'has the key',
  hasPath: 'has a value at the path',
  textSearch: 'matches the search, such as: fat cat or "big dog" -mouse',
} as const

export const filterBarText = {
  filtersAndSorts: 'Filters and sorts',
  addFilter: 'Add filter',
  placeholder: 'Filter: price > 10, name contains foo, status in (a, b) …',
  cancel: 'Cancel',
  filter: 'Filter',
  sql: 'SQL',
  clearAll: 'Clear all',
  tryAgain: 'Try again',
} as const

export const filterByValueText = {
  null: (name: string) => `${name} is null`,
  notNull: (name: string) => `${name} is not null`,
  contains: (name: string, named: string) => `${name} contains ${named}`,
} as const

export const filterChipText = {
  editFilter: (text: string) => `Edit filter ${text}`,
  removeFilter: (text: string) => `Remove filter ${text}`,
  filter: (text: string, problem: string | null) => `Filter ${text}${problem === null ? '' : `, not applied: ${problem}`}`,
} as const

export const filterFormText = {
  condition: 'Condition',
  apply: 'Apply',
  column: 'Column',
  searchColumns: 'Search columns',
  noSuchColumn: 'No matching columns',
  comparison: 'Comparison',
  value: 'Value',
  values: 'Values',
  onePerLine: 'One per line',
} as const

export const noMatchText = {
  notApplied: 'A filter can’t be applied',
  noRowsMatch: 'No rows match',
  clearAllFilters: 'Clear all filters',
  notAppliedBody: 'It’s marked in the bar above. Edit or remove it to see rows.',
  noRowsBody: 'Edit or remove a filter to see more rows.',
} as const

export const parseFilterText = {
  unknownColumn: (name: string) => `Unknown column ${name}`,
  unknownComparison: (text: string) => `Unknown comparison ${text}`,
  isWhat: 'Add a value after is: null, not null, true or false',
  noValue: (column: string) => `Add a value to compare ${column} with`,
  listFormat: "Write a list like this: (a, b, 'c, d')",
  rowListFormat: 'For several columns, write each value in parentheses: (a, b) in ((1, 2))',
  unknownQuoted: (name: string) => `Unknown column ${name}`,
  columnsFormat: 'Separate columns with commas: (a, b) in ((1, 2), (3, 4))',
  columnsComparison: 'Add a comparison: =, in, > …',
  columnsOperators: 'Several columns can only be compared with =, <>, <, >, in or not in',
  rowValues: (count: number) => `Write ${count} values in each pair of parentheses: ((1, 2), (3, 4))`,
  valueCount: (count: number) => `Enter ${count} values: (1, 2)`,
  noComparison: (column: string) => `Add a comparison for ${column}: =, >, in, is …`,
} as const

export const readFiltersText = {
  invalid: 'This isn’t a valid condition',
  unknownColumn: (name: string) => `Unknown column ${name}`,
  unknownOperator: (operator: string) => `Unknown comparison ${operator}`,
  oneValue: (operator: string) => `${operator} takes one value`,
  listOfValues: (operator: string) => `${operator} takes a list of values`,
  columnsTakeList: 'Several columns take a list of values',
  valueCount: (count: number) => `${count} columns take ${count} values`,
  isTakes: 'is takes null, not null, true or false',
} as const
