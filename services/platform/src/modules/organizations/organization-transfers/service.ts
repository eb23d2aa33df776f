import { isBuiltInRole } from '@colonnade/contracts/foundation/permissions'
import { type OrganizationTransfer, transferDays } from '@colonnade/contracts/organizations/organization-transfers'
import { AppError } from '@colonnade/core'
import type { AuditRecorder } from '@colonnade/http'
import type { Transaction } from '@colonnade/pg'
import type { PlatformContext } from '../../../kernel/context.ts'
import type { Actor, OrganizationScope } from '../../../kernel/serve.ts'
import { paths } from '../../installation/mails/paths.ts'
import { postMail } from '../../installation/mails/post.ts'
import { stepBack } from '../members/service.ts'
import { changeRole, clearProjectRoles, findMember, lockMembers } from '../members/store.ts'
import { insertForMember } from '../../installation/notifications/store.ts'
import { requireRole } from '../../../kernel/roles/find-role.ts'
import { retrieveOrganization } from '../organizations/store.ts'
import * as store from './store.ts'
import { messages } from './messages.ts'

type Audit = AuditRecorder<Transaction>

export async function retrieveTransfer(
  { database }: PlatformContext,
  { userId }: Actor,
  { organizationId }: OrganizationScope,
): Promise<{ transfer: OrganizationTransfer | null }> {
  return { transfer: (await store.findOpen(database, organizationId, userId)) ?? null }
}

/**
 * Nothing changes until the other accepts. One offer is open at a time.
 *
 * @throws AppError `member_not_found`, `role_not_found`, `transfer_open`, `already_owner`, `forbidden` for a former owner
 */
export function offerOrganization(
  ctx: PlatformContext,
  { userId }: Actor,
  { organizationId, slug }: OrganizationScope,
  { to, after }: { readonly to: string; readonly after: string },
  audit: Audit,
): Promise<OrganizationTransfer> {
  return ctx.database.transaction(async (tx) => {
    await lockMembers(tx, organizationId)
    await requireOwner(tx, organizationId, userId)
    const member = await findMember(tx, organizationId, userId, to.toLowerCase())
    if (!member) throw new AppError('member_not_found', { id: to })
    if (member.role === 'owner') throw new AppError('already_owner', { id: to }, { message: messages.alreadyOwner(member.username) })
    const open = await store.findOpen(tx, organizationId, userId)
    if (open) throw new AppError('transfer_open', {}, { message: messages.open(open.to.username) })
    if (after !== 'leave') await requireRole(tx, organizationId, after)
    await store.replaceTransfer(tx, { organizationId, from: userId, to: member.id, after, days: transferDays })
    const transfer = (await store.findOpen(tx, organizationId, userId))!
    const { name } = await retrieveOrganization(tx, userId, organizationId)
    await tell(
      ctx,
      tx,
      { organizationId, slug },
      {
        to: transfer.to,
        subject: messages.offered.subject(transfer.from.username, name),
        paragraphs: [messages.offered.text(transfer.from.username, name), messages.offered.deadline(transferDays)],
        label: messages.offered.action,
        usefulSeconds: transferDays * 86_400,
      },
    )
    await audit(tx, { organizationId, details: { to: transfer.to.primary_email, to_id: transfer.to.id, ...auditAfter(transfer) } })
    return transfer
  })
}

/** By any owner. @throws AppError `transfer_not_found` */
export function withdrawOffer(ctx: PlatformContext, { userId }: Actor, { organizationId }: OrganizationScope, audit: Audit): Promise<undefined> {
  return ctx.database.transaction(async (tx) => {
    await lockMembers(tx, organizationId)
    await requireOwner(tx, organizationId, userId)
    const { to } = await findOpen(tx, organizationId, userId)
    await store.deleteTransfer(tx, organizationId)
    await audit(tx, { organizationId, details: { to: to.primary_email, to_id: to.id } })
    return undefined
  })
}

/**
 * The other owns it from now on, and who offered it is what they chose, or gone, in one transaction. Whether it is offered still is looked
 * up under the lock that all changes of members take.
 *
 * @throws AppError `transfer_not_found`
 */
export function acceptOffer(ctx: PlatformContext, { userId }: Actor, { organizationId, slug }: OrganizationScope, audit: Audit): Promise<undefined> {
  return ctx.database.transaction(async (tx) => {
    await lockMembers(tx, organizationId)
    const transfer = await findOwn(tx, organizationId, userId)
    const { from, to, after } = transfer
    await store.deleteTransfer(tx, organizationId)
    await clearProjectRoles(tx, organizationId, userId)
    await changeRole(tx, organizationId, userId, 'owner')
    if (after !== 'owner') await stepBack(tx, organizationId, from.id, after === 'leave' ? null : after)
    const { name } = await retrieveOrganization(tx, userId, organizationId)
    await tell(
      ctx,
      tx,
      { organizationId, slug },
      {
        to: from,
        subject: messages.accepted.subject(to.username, name),
        paragraphs: [messages.accepted.text(to.username, name), afterWords(transfer)],
        isGone: after === 'leave',
      },
    )
    await audit(tx, {
      organizationId,
      details: { from: from.primary_email, from_id: from.id, to: to.primary_email, to_id: to.id, ...auditAfter(transfer) },
    })
    return undefined
  })
}

/** @throws AppError `transfer_not_found` */
export function declineOffer(ctx: PlatformContext, { userId }: Actor, { organizationId, slug }: OrganizationScope, audit: Audit): Promise<undefined> {
  return ctx.database.transaction(async (tx) => {
    await lockMembers(tx, organizationId)
    const { from, to } = await findOwn(tx, organizationId, userId)
    await store.deleteTransfer(tx, organizationId)
    const { name } = await retrieveOrganization(tx, userId, organizationId)
    await tell(
      ctx,
      tx,
      { organizationId, slug },
      {
        to: from,
        subject: messages.declined.subject(to.username, name),
        paragraphs: [messages.declined.text(to.username, name)],
      },
    )
    await audit(tx, { organizationId, details: { from: from.primary_email, from_id: from.id } })
    return undefined
  })
}

function afterWords({ after, after_name: role }: OrganizationTransfer): string {
  if (after === 'owner') return messages.accepted.stillOwner
  return role === null ? messages.accepted.left : messages.accepted.role(role)
}

/** What comes after, in the log: by its name, and by its id where that can be renamed. */
function auditAfter({ after, after_name: name }: OrganizationTransfer): { after: string; after_id?: string } {
  return name === null || isBuiltInRole(after) ? { after } : { after: name, after_id: after }
}

/** Refuses an offer by a member who is no longer an owner. */
async function requireOwner(tx: Transaction, organizationId: string, userId: string): Promise<void> {
  const self = await findMember(tx, organizationId, userId, userId)
  if (self?.role !== 'owner') throw new AppError('forbidden', { permission: 'organization:delete' }, { message: messages.onlyOwners })
}

async function findOpen(tx: Transaction, organizationId: string, userId: string): Promise<OrganizationTransfer> {
  const open = await store.findOpen(tx, organizationId, userId)
  if (!open) throw new AppError('transfer_not_found', {}, { message: messages.none })
  return open
}

async function findOwn(tx: Transaction, organizationId: string, userId: string): Promise<OrganizationTransfer> {
  const open = await findOpen(tx, organizationId, userId)
  if (open.reader !== 'recipient') throw new AppError('transfer_not_found', {}, { message: messages.notYours })
  return open
}

interface Message {
  readonly to: OrganizationTransfer['to']
  readonly subject: string
  readonly paragraphs: readonly string[]
  readonly label?: string
  readonly usefulSeconds?: number
  /** The recipient is no longer a member. */
  readonly isGone?: boolean
}

async function tell(
  ctx: PlatformContext,
  tx: Transaction,
  { organizationId, slug }: Pick<OrganizationScope, 'organizationId' | 'slug'>,
  { to, subject, paragraphs, label = messages.openOrganization, usefulSeconds, isGone = false }: Message,
): Promise<void> {
  await postMail(ctx, tx, {
    to: to.primary_email,
    kind: 'transfer',
    subject,
    paragraphs,
    ...(!isGone && { action: { label, path: paths.general(slug) } }),
    ...(usefulSeconds !== undefined && { usefulSeconds }),
  })
  if (isGone) return
  const actions = [{ label, action_type: 'open_organization' as const }]
  await insertForMember(tx, organizationId, to.id, { priority: 'Info', title: subject, message: paragraphs.join(' '), actions })
}
