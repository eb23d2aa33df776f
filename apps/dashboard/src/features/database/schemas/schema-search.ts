import { z } from 'zod'

/** The state of the schemas page that links restore. */
export const SchemaSearch = z.object({
  schema: z.string().optional().catch(undefined),
  /** Name of the selected table. */
  table: z.string().optional().catch(undefined),
  /** The diagram by default. */
  view: z.enum(['list']).optional().catch(undefined),
  /** How tables are grouped. */
  group: z.enum(['related', 'name']).optional().catch(undefined),
  /** The open form or dialog: a new schema, this schema, or its deletion. */
  act: z.enum(['new', 'edit', 'delete']).optional().catch(undefined),
})
export type SchemaSearch = z.infer<typeof SchemaSearch>

export interface SchemaSearchProps {
  readonly search: SchemaSearch
  /** Undefined values leave the address. `isSaved` closes a form without asking about unsaved changes. */
  readonly onSearch: (next: SchemaSearch, options?: { readonly isReplaced?: boolean; readonly isSaved?: boolean }) => void
}
