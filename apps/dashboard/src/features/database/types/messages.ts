/** Texts of changes of a type. */
export const typeChangeText = {
  checking: 'Checking the columns that use it. Try again in a moment.',
  others: (others: string) => `You can’t remove or reorder values while these depend on the type: ${others}. Delete them first, then re-create them.`,
  held: (value: string, rows: number, count: string, place: string, more: number) =>
    `You can’t remove “${value}”: ${count} ${rows === 1 ? 'row uses' : 'rows use'} it in ${place}${more > 0 ? ` (and ${more} more ${more === 1 ? 'value or column' : 'values or columns'})` : ''}. Change these rows first.`,
  preset: (place: string) => `You’re removing a value that is the default of ${place}. Change that default first.`,
  checkAgain: 'Check again',
  affected: 'Affected columns',
  replaced:
    'A new type replaces this one. Postgres rewrites the tables below and their indexes, and blocks reads and writes until it is done (lock: ACCESS EXCLUSIVE). Defaults, privileges and the comment stay.',
  validated:
    'Postgres reads every row of the tables below and blocks writes to them until it is done (lock: SHARE). A single row that fails the check stops the change. You can also apply a check to new rows only and validate existing rows later.',
  attributes: 'You can’t change an attribute’s type while table columns use this type. You can add, rename and delete attributes.',
  cheap: 'Writes to no table and locks the type only briefly.',
  renamed: 'Columns, views and defaults keep using it. Function bodies and programs that use the old name will fail.',
  noColumns: 'No table columns use it, so there are no rows to read or write.',
} as const

/** Texts of the fields of each kind of type. */
export const kindFieldText = {
  checkExisting: 'Also check existing rows',
  validated: 'Validated (checks existing rows)',
} as const
