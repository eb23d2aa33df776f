export const describeText = {
  alias: (name: string) => `alias of ${name}`,
  queryOfStatement: 'a query in this statement',
  aliasOfQuery: 'alias of a query',
} as const

export const functionDialogText = {
  close: 'Close',
  insertBelow: 'Insert below',
  loading: 'Loading…',
  gone: 'This function no longer exists.',
  aggregate: 'This is an aggregate. Postgres stores no source for it.',
  definition: (name: string) => `Definition of ${name}`,
} as const

export const hoverText = {
  unknown: 'No information about this name',
} as const

export const meaningDomText = {
  of: (table: string) => `in ${table}`,
  default: (initial: string) => `default ${initial}`,
  generated: (initial: string) => `generated as ${initial}`,
  more: (count: number) => `and ${count} more`,
  moreOverloads: (count: number) => `and ${count} more overloads`,
  unknownType: 'unknown type',
  key: ' · key',
} as const

export const useDefinitionText = {
  unknown: 'No information about this name',
  notInTableEditor: 'The table editor can’t open this table',
} as const
