export const attachedTableText = {
  label: 'Table to attach',
  searchTables: 'Search tables',
  noMatch: 'No matching tables',
} as const

export const boundFieldsText = {
  isDefault: 'Default partition: takes rows that fit no other',
  from: (part: string) => `${part} from`,
  open: 'open',
  to: (part: string) => `${part} to (exclusive)`,
  values: 'Values, one per line',
  valuesHint: 'Write NULL for rows without a value',
  modulus: 'Number of partitions (modulus)',
  remainder: 'Index (remainder)',
} as const

export const columnsFieldText = {
  moveBefore: (column: string, before: string) => `Move ${column} before ${before}`,
  remove: (column: string) => `Remove ${column}`,
  chooseColumn: 'Choose column',
  addColumn: 'Add column',
  unnamed: 'unnamed',
} as const

export const inlineDefaultText = {
  defaultOf: (name: string) => `Default of ${name}`,
  emptyString: 'Default: empty string',
  unnamed: 'unnamed column',
} as const

export const newEnumDialogText = {
  cancel: 'Cancel',
  name: 'Name',
  valuesPlaceholder: 'draft\npublished',
} as const

export const sourceFieldText = {
  identityAndDefault: 'Columns cannot both be identity and have a default value',
  default: 'BY DEFAULT',
  default2: 'by default',
  always: 'always',
  expression: 'Expression',
  expressionPlaceholder: 'price * quantity',

  now: 'now()',
  suggestions: 'Suggestions',
  emptyString: 'empty string',
} as const

export const typeChangeText = {
  conversion: 'Conversion expression',
  conversionHint: 'If empty, each value is cast. Saving fails if a value can’t be cast.',
  use: (offered: string) => `Use ${offered}`,
  countUnfit: 'Count rows that don’t fit',
  allFit: 'Every row fits',
  unfit: (rows: string, count: number) => (count === 1 ? `${rows} row doesn’t fit` : `${rows} rows don’t fit`),

  dependsOn: (column: string) => `Depends on ${column}`,
  countNull: 'Count rows without a value',
  noneNull: 'Every row has a value',
  nulls: (rows: string, count: number) => (count === 1 ? `${rows} row has no value` : `${rows} rows have no value`),
  changesFrom: 'The type changes from',
  to: 'to',
  obstacles: (column: string, count: number) =>
    count === 1
      ? `Postgres can’t change the type of ${column} while this depends on it. Drop it first and re-create it afterwards.`
      : `Postgres can’t change the type of ${column} while these depend on it. Drop them first and re-create them afterwards.`,
} as const

export const typeFieldText = {
  typeOf: (of: string) => `Type of ${of}`,
  type: 'Type',
  array: 'Array',
} as const
