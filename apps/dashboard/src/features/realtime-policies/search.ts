import { z } from 'zod'
import { ObjectSearch } from '../../lib/object-page/object-search.ts'

export const tabs = ['policies', 'test'] as const
export type PoliciesTab = (typeof tabs)[number]

/** Search parameters of the realtime policies. `act` is the action: "new", "write", "edit.16384". */
export const RealtimePoliciesSearch = z.object({
  ...ObjectSearch.pick({ act: true }).shape,
  tab: z.enum(tabs).optional().catch(undefined),
  /** The topic to test. */
  topic: z.string().max(255).optional().catch(undefined),
})
export type RealtimePoliciesSearch = z.infer<typeof RealtimePoliciesSearch>
