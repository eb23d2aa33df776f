import type { Member } from '@colonnade/contracts/organizations/members'
import { z } from 'zod'

/** What of the team's page is in the address. */
export const TeamSearch = z.object({
  /** Words that name or address contain. */
  q: z.string().optional().catch(undefined),
})
export type TeamSearch = z.infer<typeof TeamSearch>

/** The members whose name and address have every word in them, in their order. */
export function findMembers(members: readonly Member[], text: string): Member[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  return members.filter(({ username, primary_email: email }) => words.every((word) => `${username} ${email}`.toLowerCase().includes(word)))
}
