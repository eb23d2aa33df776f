export const foreignRowPickerText = {
  noAccess: (name: string) => `You don’t have access to ${name}.`,
  search: (name: string) => `Search ${name}`,
  rowsOf: (name: string) => `Rows of ${name}`,
  choose: 'Choose ',
  hasNoRows: (name: string) => `${name} has no rows`,
  noMatch: 'No matching rows',
  showMore: 'Show more',
} as const

export const peekButtonText = {
  rowOf: (name: string) => `Row of ${name}`,
  showRow: (name: string) => `Show row of ${name}`,
} as const

export const pointingRowsText = {
  none: (name: string) => `No table references ${name}.`,
  by: (value: string) => `by ${value}`,
  notCountable: 'can’t be counted',
  openRows: (value: string, name: string) => `Open ${value} rows of ${name}`,
} as const

export const referenceMenuItemsText = {
  goTo: (name: string) => `Go to ${name}`,
  chooseRow: (name: string) => `Choose a row of ${name}…`,
  referencingRows: (name: string) => `Referencing rows of ${name}`,
} as const

export const referredCardText = {
  noAccess: 'You don’t have access to this table.',
  null: 'NULL references no row.',
  open: (name: string) => `Open ${name}`,
  notFound: 'Row not found.',
  moreColumns: (value: number) => `and ${value} more columns`,
} as const
