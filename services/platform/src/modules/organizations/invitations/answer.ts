import { isBuiltInRole } from '@colonnade/contracts/foundation/permissions'
import type { InvitationOffer } from '@colonnade/contracts/organizations/invitations'
import { roleWords } from '@colonnade/contracts/organizations/role-words'
import type { Profile } from '@colonnade/contracts/people/sessions'
import { AppError, isAppError } from '@colonnade/core'
import type { Queryable, Transaction } from '@colonnade/pg'
import { writeAudit } from '../../../kernel/audit.ts'
import type { PlatformContext } from '../../../kernel/context.ts'
import { auditRole } from '../../../kernel/roles/held-role.ts'
import type { Actor } from '../../../kernel/serve.ts'
import { insertMember } from '../organizations/store.ts'
import { lockMembers } from '../members/store.ts'
import { hashNewPassword } from '@colonnade/credentials'
import { openSession, type SignIn } from '../../people/sessions/service.ts'
import { hashToken } from '../../../kernel/people/token-hash.ts'
import { insertUser } from '../../people/sessions/store.ts'
import * as store from './store.ts'
import { messages } from './messages.ts'

/** What the page of a link shows. @throws AppError `link_invalid` */
export async function retrieveOffer({ database }: PlatformContext, actor: Actor | null, token: string): Promise<InvitationOffer> {
  const link = await findOpen(database, token)
  const reader = actor && (await store.findReader(database, link.organization_id, actor.userId))
  const who = reader === null ? 'stranger' : reader.is_member ? 'member' : isSame(reader.email, link.email) ? 'invited' : 'other'
  return {
    organization_name: link.organization_name,
    invited_by: link.invited_by,
    expires_at: link.expires_at,
    reader: who,
    email: who === 'member' ? null : link.email,
    role: who === 'invited' || who === 'stranger' ? describe(link) : null,
    slug: who === 'member' ? link.slug : null,
  }
}

/** @throws AppError `link_invalid`, `invitation_other_address`, `already_member` */
export function acceptInvitation(ctx: PlatformContext, actor: Actor, token: string, audit: SignIn['audit']): Promise<{ slug: string }> {
  return ctx.database.transaction(async (tx) => {
    const link = await lockOpen(tx, token)
    const reader = await store.findReader(tx, link.organization_id, actor.userId)
    if (reader.is_member) throw new AppError('already_member', {}, { message: messages.alreadyMember(link.organization_name) })
    requireAddress(reader.email, link)
    await take(tx, link, actor.userId)
    await audit(tx, { organizationId: link.organization_id, details: auditRole(link.held) })
    return { slug: link.slug }
  })
}

/** Makes the account that was invited, and signs it in. @throws AppError `link_invalid`, `invitation_other_address`, `account_exists` */
export async function joinWithNewAccount(
  ctx: PlatformContext,
  { token, email, username, password }: { readonly token: string; readonly email: string; readonly username: string; readonly password: string },
  how: SignIn,
): Promise<{ slug: string; profile: Profile }> {
  const guesses = `invitation:${hashToken(token).toString('hex')}`
  await ctx.limiter.count('account', guesses)
  // before the password is hashed: that is the dear part
  requireAddress(email, await findOpen(ctx.database, token))
  const passwordHash = await hashNewPassword(password, { email, username })
  const joined = await onlyNew(() =>
    ctx.database.transaction(async (tx) => {
      const link = await lockOpen(tx, token)
      requireAddress(email, link)
      const userId = await insertUser(tx, { email: link.email, username, passwordHash, isInstallationOwner: false })
      await take(tx, link, userId)
      await how.audit(tx, { organizationId: link.organization_id, userId, details: { ...auditRole(link.held), is_new_account: true } })
      const signedIn: SignIn['audit'] = (line, target) => writeAudit(line, 'session.created', null, how.request, target)
      return { slug: link.slug, profile: await openSession(ctx, tx, userId, { ...how, audit: signedIn }) }
    }),
  )
  await ctx.limiter.forget('account', guesses)
  return joined
}

async function take(tx: Transaction, { id, organization_id: organizationId, held }: store.LinkRow, userId: string): Promise<void> {
  await insertMember(tx, organizationId, userId, held.role)
  await store.markAccepted(tx, id, userId)
}

function describe({ held: { role, name, permissions }, description }: store.LinkRow): InvitationOffer['role'] {
  return { name, description: isBuiltInRole(role) ? roleWords[role].summary : description, permissions: [...permissions] }
}

/** The same, and nobody else answers it or takes it back before the transaction ends. */
async function lockOpen(tx: Transaction, token: string): Promise<store.LinkRow> {
  const { organization_id: organizationId } = await findOpen(tx, token)
  await lockMembers(tx, organizationId)
  return findOpen(tx, token)
}

const reasons: Readonly<Record<'unknown' | Exclude<store.LinkRow['state'], 'open'>, string>> = messages.closed

async function findOpen(db: Queryable, token: string): Promise<store.LinkRow> {
  const link = await store.findByToken(db, hashToken(token))
  if (link?.state === 'open') return link
  const reason = link?.state ?? 'unknown'
  throw new AppError('link_invalid', { reason }, { message: reasons[reason] })
}

function requireAddress(email: string, link: store.LinkRow): void {
  if (isSame(email, link.email)) return
  throw new AppError('invitation_other_address', {}, { message: messages.otherAddress })
}

function isSame(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase()
}

async function onlyNew<T>(create: () => Promise<T>): Promise<T> {
  try {
    return await create()
  } catch (error) {
    if (isAppError(error, 'unique_violation')) throw new AppError('account_exists', {}, { cause: error })
    throw error
  }
}
