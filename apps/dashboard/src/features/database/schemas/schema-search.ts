import { z } from 'zod'

/** What of the page of schemas is in the address: everything that a link should bring back. */
export const SchemaSearch = z.object({
  schema: z.string().optional().catch(undefined),
  /** The table, by its name, that is looked at. */
  table: z.string().optional().catch(undefined),
  /** The diagram unless something else is said. */
  view: z.enum(['list']).optional().catch(undefined),
  /** How tables stand together. */
  group: z.enum(['related', 'name']).optional().catch(undefined),
  /** What is done with the schema: the form of a new one, of this one, or the question whether to delete it. */
  act: z.enum(['new', 'edit', 'delete']).optional().catch(undefined),
})
export type SchemaSearch = z.infer<typeof SchemaSearch>

export interface SchemaSearchProps {
  readonly search: SchemaSearch
  /** What is undefined goes from the address. `isSaved` leaves a form that asks whether to throw away what is in it. */
  readonly onSearch: (next: SchemaSearch, options?: { readonly isReplaced?: boolean; readonly isSaved?: boolean }) => void
}
