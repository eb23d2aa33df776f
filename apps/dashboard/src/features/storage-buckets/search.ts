import type { z } from 'zod'
import { ObjectSearch } from '../../lib/object-page/object-search.ts'

/** Search parameters of the bucket list. */
export const BucketsSearch = ObjectSearch.pick({ q: true, order: true, open: true, act: true })
export type BucketsSearch = z.infer<typeof BucketsSearch>
