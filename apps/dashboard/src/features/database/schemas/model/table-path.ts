import { addressOf, pages } from '../../../../paths.ts'

/** Returns the address of a table's panel in the list of tables. */
export function tablePath(ref: string, { schema, id }: { readonly schema: string; readonly id: string }): string {
  return `${addressOf(pages.database.tables, { ref })}?${new URLSearchParams({ schema, open: id }).toString()}`
}
