import type { Transaction } from '@colonnade/pg'
import type { PlatformContext } from '../../../kernel/context.ts'
import { findOrganization } from './store.ts'
import { paths } from '../../installation/mails/paths.ts'
import { postMail } from '../../installation/mails/post.ts'
import { retrieveProfile } from '../../../kernel/people/profiles.ts'
import { messages } from './messages.ts'

/** What somebody else decided about a member. */
export type Decision =
  | { readonly kind: 'removed' }
  | { readonly kind: 'role'; readonly before: string; readonly after: string }
  /** Which projects they have, or as what. */
  | { readonly kind: 'projects' }

/** The organization and the actor: people get no mail about their own changes. */
export interface Deciding {
  readonly organizationId: string
  readonly slug: string
  readonly actorId: string
}

/** Mails a member about a change, in its transaction. */
export async function notifyMember(
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
    paragraphs: [messages.hello(member.username), text],
    ...(decision.kind !== 'removed' && { action: { label: messages.open(name), path: paths.projects(slug) } }),
  })
}

function wordsOf(decision: Decision, who: string, name: string): { readonly subject: string; readonly text: string } {
  switch (decision.kind) {
    case 'removed':
      return { subject: messages.removed.subject(name), text: messages.removed.text(who, name) }
    case 'role':
      return { subject: messages.role.subject(name, decision.after), text: messages.role.text(who, name, decision.before, decision.after) }
    case 'projects':
      return { subject: messages.projects.subject(name), text: messages.projects.text(who, name) }
  }
}
