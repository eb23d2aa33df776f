import { z } from 'zod'
import { ObjectSearch, type SearchProps } from '../../../lib/object-page/object-search.ts'

/** What the address says about a list of database objects. */
export const DatabaseSearch = z.object({
  schema: z.string().optional().catch(undefined),
  /** Name of the table that a new object is for. */
  table: z.string().optional().catch(undefined),
  ...ObjectSearch.shape,
})
export type DatabaseSearch = z.infer<typeof DatabaseSearch>
export type DatabaseSearchProps = SearchProps<DatabaseSearch>
