import type { Transaction } from '@colonnade/pg'
import type { PlatformContext } from '../../../kernel/context.ts'
import { findOrganization } from './store.ts'
import { paths } from '../../installation/mails/paths.ts'
import { postMail } from '../../installation/mails/post.ts'
import { retrieveProfile } from '../../../kernel/people/profiles.ts'

/** What somebody else decided about a member. */
export type Decision =
  | { readonly kind: 'removed' }
  | { readonly kind: 'role'; readonly before: string; readonly after: string }
  /** Which projects they have, or as what. */
  | { readonly kind: 'projects' }

/** Where it was decided, and by whom: nobody is told of what they did themselves. */
export interface Deciding {
  readonly organizationId: string
  readonly slug: string
  readonly actorId: string
}

/** Tells a member in a letter, in the transaction of the decision. */
export async function tellMember(
  ctx: PlatformContext,
  tx: Transaction,
  { organizationId, slug, actorId }: Deciding,
  memberId: string,
  decision: Decision,
): Promise<void> {
  if (memberId === actorId) return
  const [{ username: who }, member] = [await retrieveProfile(tx, actorId), await retrieveProfile(tx, memberId)]
  const { name } = await findOrganization(tx, organizationId)
  const { subject, text } = wordsOf(decision, who, name)
  await postMail(ctx, tx, {
    to: member.primary_email,
    kind: 'membership',
    subject,
    paragraphs: [`Hello ${member.username},`, text],
    ...(decision.kind !== 'removed' && { action: { label: `Open ${name}`, path: paths.projects(slug) } }),
  })
}

function wordsOf(decision: Decision, who: string, name: string): { readonly subject: string; readonly text: string } {
  switch (decision.kind) {
    case 'removed':
      return { subject: `You do not belong to ${name} any more`, text: `${who} removed you from ${name} on Colonnade. Your account stays as it is.` }
    case 'role':
      return {
        subject: `Your role in ${name} is ${decision.after} now`,
        text: `${who} changed your role in ${name} on Colonnade from ${decision.before} to ${decision.after}.`,
      }
    case 'projects':
      return {
        subject: `Your projects in ${name} have changed`,
        text: `${who} changed which projects you have in ${name} on Colonnade, or your role in them.`,
      }
  }
}
