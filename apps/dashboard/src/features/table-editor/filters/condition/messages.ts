export const conditionCheckText = {
  empty: 'The condition is empty',
  tooLong: 'The condition is too long',
  unfinished: 'The condition is incomplete',
  notOne: 'Enter a single condition: an expression that is true or false',
  writes: 'A condition can’t change data',
} as const

export const conditionChipText = {
  label: (where: string) => `SQL: ${where}`,
  prefix: 'SQL ',
  title: 'SQL condition',
  hint: 'The expression of a WHERE clause. Runs read-only.',
  placeholder: 'price > 10 and name is not null',
  apply: 'Apply',
} as const
