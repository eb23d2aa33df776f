import { z } from 'zod'
import { ObjectSearch } from '../../../lib/object-page/object-search.ts'

/** Search parameters of the function list. */
export const FunctionsSearch = ObjectSearch.pick({ q: true, order: true, open: true }).extend({
  /** The template for a new function. */
  template: z.string().optional().catch(undefined),
})
export type FunctionsSearch = z.infer<typeof FunctionsSearch>
