import { z } from 'zod'
import { ObjectSearch } from '../../../lib/object-page/object-search.ts'

/** What the address says about the list of functions. */
export const FunctionsSearch = ObjectSearch.pick({ q: true, order: true, open: true }).extend({
  /** The template that a new function begins with. */
  template: z.string().optional().catch(undefined),
})
export type FunctionsSearch = z.infer<typeof FunctionsSearch>
