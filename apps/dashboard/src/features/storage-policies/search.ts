import { z } from 'zod'
import { ObjectSearch } from '../../lib/object-page/object-search.ts'

export const tabs = ['policies', 'test'] as const
export type PoliciesTab = (typeof tabs)[number]

/** Search parameters of the storage policies. `open` is the key of a group, `act` the action in it: "new", "new.SELECT", "edit.16384". */
export const StoragePoliciesSearch = z.object({
  ...ObjectSearch.pick({ q: true, open: true, act: true }).shape,
  tab: z.enum(tabs).optional().catch(undefined),
  /** The bucket and file to test. */
  bucket: z.string().max(1_024).optional().catch(undefined),
  path: z.string().max(4_096).optional().catch(undefined),
})
export type StoragePoliciesSearch = z.infer<typeof StoragePoliciesSearch>
