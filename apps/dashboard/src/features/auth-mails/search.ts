import { authMailKinds, authMailStates } from '@colonnade/contracts/auth/auth-mails'
import { z } from 'zod'

/** What the address says about the mails of a project. */
export const MailsSearch = z.object({
  /** The settings without it. */
  tab: z.literal('emails').optional().catch(undefined),
  /** What the address contains. */
  q: z.string().optional().catch(undefined),
  kind: z
    .enum(authMailKinds as readonly [string, ...string[]])
    .optional()
    .catch(undefined),
  state: z.enum(authMailStates).optional().catch(undefined),
  /** The id of the mail whose panel is open. */
  open: z.string().optional().catch(undefined),
})
export type MailsSearch = z.infer<typeof MailsSearch>

export interface MailsAddress {
  readonly search: MailsSearch
  readonly onSearch: (next: MailsSearch, options?: { readonly isReplaced?: boolean }) => void
}
