export const importPlanText = {
  table: 'The table',
  noKey: 'Without a primary key, you can’t edit or delete rows in the table editor.',
  noColumns: 'Choose at least one column',
  sameName: (name: string) => `Two columns are named ${name}`,
  needsType: (name: string) => `${name} needs a type`,
  column: (value: number) => `Column ${value}`,
  needsName: (what: string) => `${what} needs a name`,
  nameTooLong: (subject: string) => `${subject} has a name longer than 63 bytes`,
  nothingMapped: 'Map at least one column of the file to a column of the table',
  mappedTwice: (column: string) => `Two columns of the file are mapped to ${column}`,
  noUniqueKey: 'The table has no primary key or unique index to identify rows by',
  keyWithoutValue: (columns: string) => `The key needs values from the file: ${columns}`,
  missingValues: (columns: readonly string[]) =>
    `${columns.join(', ')} must have a value but ${columns.length === 1 ? 'gets' : 'get'} none from the file, so every row will be rejected.`,
} as const

export const startDraftText = {
  unreadable: (name: string) => `Failed to read ${name}. It may have been moved or changed since you chose it.`,
  nothingPasted: 'Nothing was pasted.',
  empty: (name: string) => `${name} is empty.`,
  notText: (name: string, size: string, kind: string, advice: string) => `${name} (${size}) is ${kind}, not text with rows. ${advice}`,
} as const
