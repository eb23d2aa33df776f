/** Titles of the examples of a function. */
export const functionExamplesText = {
  call: 'Call',
  callWithAll: 'Call with all arguments',
} as const

/** Titles of the examples of a table or view. */
export const relationExamplesText = {
  read: 'Read rows',
  readColumns: 'Read some columns',
  filter: 'Filter, sort and limit',
  count: 'Read rows and count all',
  insert: 'Insert a row',
  insertSeveral: 'Insert several rows',
  upsert: 'Upsert a row',
  update: 'Update rows',
  remove: 'Delete rows',
  embedMany: (relation: string) => `Embed rows of ${relation} that reference it`,
  embedOne: (relation: string) => `Embed the row of ${relation} it references`,
} as const
