import { type Member, type MemberRole, mayDecideAbout, rolePermissions, roles, type Standing } from '@colonnade/contracts'
import { AppError } from '@colonnade/core'
import type { AuditRecorder } from '@colonnade/http'
import type { Transaction } from '@colonnade/pg'
import type { PlatformContext } from '../../context.ts'
import type { Actor, OrganizationScope } from '../../serve.ts'
import { withinScopes } from '../access-tokens/scopes.ts'
import { revokeOf } from '../invitations/store.ts'
import * as store from './store.ts'

type Audit = AuditRecorder<Transaction>

export function listMembers(ctx: PlatformContext, actor: Actor, { organizationId }: OrganizationScope): Promise<Member[]> {
  return store.listMembers(ctx.database, organizationId, actor.userId)
}

/** @throws AppError `member_not_found`, `last_owner`, `forbidden` where the actor may not decide about one of the two roles */
export function updateMember(
  ctx: PlatformContext,
  actor: Actor,
  scope: OrganizationScope,
  id: string,
  { role }: { readonly role: MemberRole },
  audit: Audit,
): Promise<Member> {
  return ctx.database.transaction(async (tx) => {
    const { member, self } = await lockPair(tx, actor, scope, id)
    if (role !== 'owner') await keepOwner(tx, scope, member)
    requireDecision(actor, self, member.role)
    requireDecision(actor, self, role)
    await store.changeRole(tx, scope.organizationId, id, role)
    await revokeOf(tx, scope.organizationId, id, rolesGivenBy(role))
    await audit(tx, { organizationId: scope.organizationId, details: { ...named(member), role, before: member.role } })
    return { ...member, role }
  })
}

/** @throws AppError `member_not_found`, `last_owner`, `forbidden` */
export function removeMember(ctx: PlatformContext, actor: Actor, scope: OrganizationScope, id: string, audit: Audit): Promise<undefined> {
  return ctx.database.transaction(async (tx) => {
    const { member, self } = await lockPair(tx, actor, scope, id)
    await keepOwner(tx, scope, member)
    requireDecision(actor, self, member.role)
    await dropMember(tx, scope, id)
    await audit(tx, { organizationId: scope.organizationId, details: { ...named(member), role: member.role } })
    return undefined
  })
}

/** @throws AppError `last_owner` */
export function leaveOrganization(ctx: PlatformContext, actor: Actor, scope: OrganizationScope, audit: Audit): Promise<undefined> {
  return ctx.database.transaction(async (tx) => {
    const { member } = await lockPair(tx, actor, scope, actor.userId)
    await keepOwner(tx, scope, member)
    await dropMember(tx, scope, actor.userId)
    await audit(tx, { organizationId: scope.organizationId, details: { role: member.role } })
    return undefined
  })
}

/**
 * A member and the actor as they are now, whatever they were when the call was authorized; nobody else changes members until the
 * transaction ends, so that of two owners who remove each other at once one stays.
 */
async function lockPair(
  tx: Transaction,
  actor: Actor,
  { organizationId, slug }: OrganizationScope,
  id: string,
): Promise<{ member: Member; self: Member }> {
  await store.lockMembers(tx, organizationId)
  const self = await store.findMember(tx, organizationId, actor.userId, actor.userId)
  if (!self) throw new AppError('organization_not_found', { slug })
  const isId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id)
  const member = isId ? await store.findMember(tx, organizationId, actor.userId, id) : undefined
  if (!member) throw new AppError('member_not_found', { id })
  return { member, self }
}

/** Invitations that somebody stands for go with them. */
async function dropMember(tx: Transaction, { organizationId }: OrganizationScope, id: string): Promise<void> {
  await store.deleteMember(tx, organizationId, id)
  await revokeOf(tx, organizationId, id, [])
}

function rolesGivenBy(role: MemberRole): MemberRole[] {
  return roles.filter((given) => mayDecideAbout(standingOf(role), standingOf(given)))
}

/** Before an owner goes or becomes something else. */
async function keepOwner(tx: Transaction, { organizationId }: OrganizationScope, { id, role, is_self }: Member): Promise<void> {
  if (role !== 'owner' || (await store.hasOtherOwner(tx, organizationId, id))) return
  const who = is_self ? 'You are its only owner' : 'This is its only owner'
  throw new AppError('last_owner', { id }, { message: `An organization needs an owner. ${who}: make somebody else an owner first.` })
}

function requireDecision(actor: Actor, self: Member, role: MemberRole): void {
  const own = standingOf(self.role)
  if (mayDecideAbout({ ...own, permissions: withinScopes(actor, own.permissions) }, standingOf(role))) return
  const message = role === 'owner' ? 'Only owners make or unmake owners' : `Your role, ${self.role}, does not let you decide about ${role}`
  throw new AppError('forbidden', { permission: 'members:manage', role: self.role }, { message })
}

function standingOf(role: MemberRole): Standing {
  return { role, permissions: rolePermissions[role] }
}

/** Whom a line of the audit log is about. */
function named({ id, primary_email: email }: Member): { member: string; member_id: string } {
  return { member: email, member_id: id }
}
