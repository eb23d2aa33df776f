import { Email } from '@colonnade/contracts/foundation/values'
import {
  type Invitation,
  invitationDays,
  type InvitationOutcome,
  maxPendingInvitations,
  type SentInvitation,
} from '@colonnade/contracts/organizations/invitations'
import { AppError, newSecret } from '@colonnade/core'
import type { AuditRecorder, RequestFacts } from '@colonnade/http'
import type { Transaction } from '@colonnade/pg'
import type { PlatformContext } from '../../../kernel/context.ts'
import { auditRole, type HeldRole } from '../../../kernel/roles/held-role.ts'
import { endedInvitationsKeptDays } from '../../../kernel/limits.ts'
import type { Actor, OrganizationScope } from '../../../kernel/serve.ts'
import { postMail } from '../../installation/mails/post.ts'
import { requireDecision } from '../members/service.ts'
import { findMember, findOrganization, lockMembers } from '../members/store.ts'
import { requireRole } from '../../../kernel/roles/find-role.ts'
import { ownAddress } from '../../projects/project-settings/hosts.ts'
import { hashToken } from '../../../kernel/people/token-hash.ts'
import { retrieveProfile } from '../../../kernel/people/profiles.ts'
import * as store from './store.ts'
import { messages } from './messages.ts'

type Audit = AuditRecorder<Transaction>

/** Who sends invitations: the actor, asking from where. */
export interface Sender {
  readonly actor: Actor
  readonly scope: OrganizationScope
  readonly request: Pick<RequestFacts, 'origin'>
  readonly audit: Audit
}

export function listInvitations(ctx: PlatformContext, { organizationId }: OrganizationScope): Promise<Invitation[]> {
  return store.listPending(ctx.database, organizationId)
}

/**
 * Invites each address separately: an invalid one does not block the others.
 *
 * @throws AppError `forbidden` for a role that the sender may not give, `role_not_found`, `too_many_invitations`, `rate_limited`
 */
export async function createInvitations(
  ctx: PlatformContext,
  { unchanged, ...sender }: Sender & { readonly unchanged: () => void },
  { emails, role: key }: { readonly emails: readonly string[]; readonly role: string },
): Promise<{ outcomes: InvitationOutcome[] }> {
  const read = emails.map(readAddress)
  // the same address once, and with a line break behind it is another, which does not take its place
  const wanted = [...new Map(read.map((address) => [`${address.problem ?? ''} ${address.email}`, address])).values()]
  for (const { problem } of wanted) if (problem === null) await countLetter(ctx, sender.actor)
  return ctx.database.transaction(async (tx) => {
    const { organizationId } = sender.scope
    const role = await lockFor(tx, sender, key)
    const outcomes: InvitationOutcome[] = []
    for (const { email, problem } of wanted) {
      outcomes.push(problem === null ? await inviteOne(ctx, tx, sender, email, key) : { outcome: 'invalid', email, message: problem })
    }
    const invited = outcomes.flatMap((each) => (each.outcome === 'invited' ? [each.email] : []))
    if ((await store.countPending(tx, organizationId)) > maxPendingInvitations) {
      throw new AppError('too_many_invitations', { max: maxPendingInvitations }, { message: messages.tooMany(maxPendingInvitations) })
    }
    if (invited.length === 0) unchanged()
    else await sender.audit(tx, { organizationId, details: { emails: invited, ...auditRole(role) } })
    return { outcomes }
  })
}

async function inviteOne(ctx: PlatformContext, tx: Transaction, sender: Sender, email: string, role: string): Promise<InvitationOutcome> {
  const { organizationId } = sender.scope
  if (await store.isMemberWith(tx, organizationId, email)) return { outcome: 'already_member', email }
  const earlier = await store.findPendingTo(tx, organizationId, email)
  if (earlier?.is_expired === false) return { outcome: 'already_invited', email }
  if (earlier) await store.revokeInvitation(tx, earlier.id)
  const { token, ...link } = makeLink(ctx, sender)
  const id = await store.insertInvitation(tx, { organizationId, email, role, ...link })
  return { outcome: 'invited', email, ...(await sent(ctx, tx, sender, id, token)) }
}

/** @throws AppError `invitation_not_found`, `forbidden` */
export async function resendInvitation(ctx: PlatformContext, sender: Sender, id: string): Promise<SentInvitation> {
  await countLetter(ctx, sender.actor)
  return ctx.database.transaction(async (tx) => {
    const { email, role } = await findOwn(tx, sender, id)
    const { token, ...link } = makeLink(ctx, sender)
    await store.renewInvitation(tx, id, link)
    await sender.audit(tx, { organizationId: sender.scope.organizationId, details: { email, ...auditRole(role) } })
    return sent(ctx, tx, sender, id, token)
  })
}

/** @throws AppError `invitation_not_found`, `forbidden` */
export function revokeInvitation(ctx: PlatformContext, sender: Sender, id: string): Promise<undefined> {
  return ctx.database.transaction(async (tx) => {
    const { email, role } = await findOwn(tx, sender, id)
    await store.revokeInvitation(tx, id)
    await sender.audit(tx, { organizationId: sender.scope.organizationId, details: { email, ...auditRole(role) } })
    return undefined
  })
}

export function forgetInvitations({ database }: PlatformContext): Promise<void> {
  return store.deleteEnded(database, endedInvitationsKeptDays)
}

async function findOwn(tx: Transaction, sender: Sender, id: string): Promise<{ email: string; role: HeldRole }> {
  await lockMembers(tx, sender.scope.organizationId)
  const isId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id)
  const invitation = isId ? await store.findPending(tx, sender.scope.organizationId, id) : undefined
  if (!invitation) throw new AppError('invitation_not_found', { id })
  return { email: invitation.email, role: await lockFor(tx, sender, invitation.role) }
}

/**
 * Nobody invites to more than they may do themselves, as they are now: whoever was removed at the same instant invites nobody. Members and
 * invitations change only here until the transaction ends.
 */
async function lockFor(tx: Transaction, { actor, scope }: Sender, key: string): Promise<HeldRole> {
  await lockMembers(tx, scope.organizationId)
  const self = await findMember(tx, scope.organizationId, actor.userId, actor.userId)
  if (!self) throw new AppError('organization_not_found', { slug: scope.slug })
  const role = await requireRole(tx, scope.organizationId, key)
  requireDecision(actor, self, role)
  return role
}

/** Every letter counts, to whomever it goes. */
async function countLetter({ limiter }: PlatformContext, { userId }: Actor): Promise<void> {
  await limiter.count('message', `invitation:${userId}`)
}

/** An address as it is compared, or what is wrong with it. */
function readAddress(text: string): { readonly email: string; readonly problem: string | null } {
  const read = Email.safeParse(text)
  return read.success ? { email: read.data, problem: null } : { email: text.trim(), problem: read.error.issues[0]!.message }
}

function makeLink(ctx: PlatformContext, { actor }: Sender): { token: string; tokenHash: Buffer; invitedBy: string; days: number } {
  const token = newSecret(ctx.random)
  return { token, tokenHash: hashToken(token), invitedBy: actor.userId, days: invitationDays }
}

/** Puts the token behind the `#`, which browsers never send, and mails the link where mail is configured. */
async function sent(ctx: PlatformContext, tx: Transaction, { actor, scope, request }: Sender, id: string, token: string): Promise<SentInvitation> {
  const invitation = (await store.findPending(tx, scope.organizationId, id))!
  const path = `/invitation#${token}`
  const { transport } = ctx.config.mail
  if (transport !== 'none') {
    const [{ name }, { username }] = [await findOrganization(tx, scope.organizationId), await retrieveProfile(tx, actor.userId)]
    await postMail(ctx, tx, {
      to: invitation.email,
      kind: 'invitation',
      subject: messages.mail.subject(username, name),
      paragraphs: [messages.mail.text(username, name), messages.mail.validity(invitation.email, invitationDays)],
      action: { label: messages.mail.action(name), path },
      usefulSeconds: invitationDays * 86_400,
    })
  }
  const base = (ctx.config.publicUrl ?? ownAddress(request.origin)).replace(/\/$/, '')
  return { invitation, link: `${base}${path}`, is_mailed: transport === 'smtp' }
}
