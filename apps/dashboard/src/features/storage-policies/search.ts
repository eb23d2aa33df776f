import { z } from 'zod'
import { ObjectSearch } from '../../lib/object-page/object-search.ts'

export const tabs = ['policies', 'test'] as const
export type PoliciesTab = (typeof tabs)[number]

/** What the address says about the policies of storage. `open` is the key of a group, `act` what is done in it: "new", "new.SELECT", "edit.16384". */
export const StoragePoliciesSearch = z.object({
  ...ObjectSearch.pick({ q: true, open: true, act: true }).shape,
  tab: z.enum(tabs).optional().catch(undefined),
  /** What is tried: a bucket, and the name of a file in it. */
  bucket: z.string().max(1_024).optional().catch(undefined),
  path: z.string().max(4_096).optional().catch(undefined),
})
export type StoragePoliciesSearch = z.infer<typeof StoragePoliciesSearch>
