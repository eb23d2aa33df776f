/** A column that was added here a moment ago and hasn't been shown yet. */
let added: { readonly table: number; readonly name: string } | null = null

/** The grid scrolls to this column once the table has it. */
export function expectColumn(table: number, name: string): void {
  added = { table, name }
}

/** The place of the column that is expected, once; -1 while there is none among these. */
export function takeExpectedColumn(table: number, names: readonly string[]): number {
  const place = added?.table === table ? names.indexOf(added.name) : -1
  if (place >= 0) added = null
  return place
}
