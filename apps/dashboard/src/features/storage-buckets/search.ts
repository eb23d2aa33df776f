import type { z } from 'zod'
import { ObjectSearch } from '../../lib/object-page/object-search.ts'

/** What the address says about the list of buckets. */
export const BucketsSearch = ObjectSearch.pick({ q: true, order: true, open: true, act: true })
export type BucketsSearch = z.infer<typeof BucketsSearch>
