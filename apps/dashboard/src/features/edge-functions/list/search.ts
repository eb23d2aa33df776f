import type { z } from 'zod'
import { ObjectSearch } from '../../../lib/object-page/object-search.ts'

/** What the address says about the list of functions. */
export const FunctionsSearch = ObjectSearch.pick({ q: true, order: true, open: true })
export type FunctionsSearch = z.infer<typeof FunctionsSearch>
