import { authUserStates } from '@colonnade/contracts/auth/users'
import { z } from 'zod'
import { ObjectSearch } from '../../lib/object-page/object-search.ts'

/** What the address says about the list of users. */
export const UsersSearch = ObjectSearch.extend({
  /** Looks at every user for what contains the words, in place of what begins with them. */
  match: z.literal('contains').optional().catch(undefined),
  state: z.enum(authUserStates).optional().catch(undefined),
  provider: z.string().optional().catch(undefined),
  from: z.iso.datetime().optional().catch(undefined),
  before: z.iso.datetime().optional().catch(undefined),
})
export type UsersSearch = z.infer<typeof UsersSearch>

export const isNarrowed = ({ q, state, provider, from, before }: UsersSearch): boolean =>
  [q, state, provider, from, before].some((value) => value !== undefined)
