import { addressOf, pages } from '../../../../paths.ts'

/** A table among those of the section, with its panel open. */
export function tablePath(ref: string, { schema, id }: { readonly schema: string; readonly id: string }): string {
  return `${addressOf(pages.database.tables, { ref })}?${new URLSearchParams({ schema, open: id }).toString()}`
}
