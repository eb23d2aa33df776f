import { z } from 'zod'

/** What of a list of database objects is in the address: everything that a link should bring back. */
export const ObjectSearch = z.object({
  schema: z.string().optional().catch(undefined),
  /** Words that names must have. */
  q: z.string().optional().catch(undefined),
  /** The column in whose order it is, by its heading; with a minus before it, from the last to the first. */
  order: z.string().optional().catch(undefined),
  /** The object whose panel is open, by its id or name; "new" for one that is being made. */
  open: z.string().optional().catch(undefined),
  /** What is done with it there: it is shown unless something else is said, such as "edit", "duplicate" or "delete". */
  act: z.string().optional().catch(undefined),
})
export type ObjectSearch = z.infer<typeof ObjectSearch>

/** Whether something is being made or changed. */
export function isFormOpen({ open, act }: Pick<ObjectSearch, 'open' | 'act'>): boolean {
  return open === 'new' || act !== undefined
}

/** What a page of objects needs of its address. */
export interface SearchProps {
  readonly search: ObjectSearch
  /** What is undefined goes from the address. `isSaved` leaves a form that asks whether to throw away what is in it. */
  readonly onSearch: (next: ObjectSearch, options?: { readonly isReplaced?: boolean; readonly isSaved?: boolean }) => void
}
