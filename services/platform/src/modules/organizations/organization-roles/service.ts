import { isAllowed, type Permission } from '@colonnade/contracts/foundation/permissions'
import { maxOrganizationRoles, type OrganizationRole, type OrganizationRoleInput } from '@colonnade/contracts/organizations/organization-roles'
import { permissionWords } from '@colonnade/contracts/organizations/role-words'
import { AppError } from '@colonnade/core'
import type { AuditRecorder } from '@colonnade/http'
import type { Transaction } from '@colonnade/pg'
import type { PlatformContext } from '../../../kernel/context.ts'
import type { Actor, OrganizationScope } from '../../../kernel/serve.ts'
import { revokeOf } from '../members/given-invitations.ts'
import { notifyMember } from '../members/letters.ts'
import { ownStanding, requireDecision, rolesGivenBy } from '../members/service.ts'
import { findMember, forgetLostProjects, type HeldMember, lockMembers } from '../members/store.ts'
import * as store from './store.ts'
import { requireRole } from '../../../kernel/roles/find-role.ts'
import { messages } from './messages.ts'

/** Who decides about the organization's roles. */
export interface Decider {
  readonly actor: Actor
  readonly scope: OrganizationScope
  readonly audit: AuditRecorder<Transaction>
}

/** The most people named when a role can't be deleted yet. */
const namedHolders = 5

export function listRoles(ctx: PlatformContext, { organizationId }: OrganizationScope): Promise<OrganizationRole[]> {
  return store.listRoles(ctx.database, organizationId)
}

/** @throws AppError `forbidden` for what the actor may not do themselves, `role_name_taken`, `too_many_roles` */
export function createRole(ctx: PlatformContext, { actor, scope, audit }: Decider, input: OrganizationRoleInput): Promise<OrganizationRole> {
  const { organizationId } = scope
  return ctx.database.transaction(async (tx) => {
    const self = await lockFor(tx, actor, scope)
    requireOwn(actor, self, input.permissions)
    await requireFreeName(tx, organizationId, input.name, null)
    if ((await store.countOwnRoles(tx, organizationId)) >= maxOrganizationRoles) {
      throw new AppError('too_many_roles', { max: maxOrganizationRoles }, { message: messages.tooMany(maxOrganizationRoles) })
    }
    const id = await store.insertRole(tx, organizationId, input, actor.userId)
    await audit(tx, { organizationId, details: { role: input.name, role_id: id, permissions: input.permissions } })
    return (await store.findOwnRole(tx, organizationId, id))!
  })
}

/**
 * Changes a role for all who have it, from their next call on; what they listen to is looked at again. Who may give less than before loses invitations to more.
 *
 * @throws AppError `role_not_found`, `role_changed` where it is not the version that the actor saw, `role_name_taken`, `forbidden`
 */
export function updateRole(
  ctx: PlatformContext,
  { actor, scope, audit }: Decider,
  id: string,
  { version, ...input }: OrganizationRoleInput & { readonly version: number },
): Promise<OrganizationRole> {
  const { organizationId } = scope
  return ctx.database.transaction(async (tx) => {
    const self = await lockFor(tx, actor, scope)
    const before = await requireOwnRole(tx, organizationId, id)
    if (before.version !== version) {
      throw new AppError('role_changed', { version: before.version }, { message: 'Someone else changed this role. Review it and try again.' })
    }
    requireOwn(actor, self, input.permissions)
    await requireFreeName(tx, organizationId, input.name, id)
    await store.updateRole(tx, id, input)
    await settle(tx, organizationId, await store.listHolders(tx, id), { role: id, permissions: input.permissions })
    const { name, description, permissions } = before
    await audit(tx, {
      organizationId,
      details: {
        role: input.name,
        role_id: id,
        description: input.description,
        permissions: input.permissions,
        before: { name, description, permissions },
      },
    })
    return (await store.findOwnRole(tx, organizationId, id))!
  })
}

/**
 * Deletes a role. Whoever has it, or is invited to it, gets the replacement in the same moment.
 *
 * @throws AppError `role_not_found`, also for the replacement, `role_held` where there is somebody and no replacement, `forbidden`
 */
export function removeRole(
  ctx: PlatformContext,
  { actor, scope, audit }: Decider,
  id: string,
  replacementKey: string | undefined,
): Promise<undefined> {
  const { organizationId } = scope
  return ctx.database.transaction(async (tx) => {
    const self = await lockFor(tx, actor, scope)
    const role = await requireOwnRole(tx, organizationId, id)
    const holders = await store.listHolders(tx, id)
    if (replacementKey === undefined && (holders.length > 0 || role.held_by.invitations > 0)) throw held(role, holders)
    if (replacementKey === undefined && (await store.isPromised(tx, id))) throw promised(role)
    if (replacementKey === id) throw new AppError('role_not_found', { role: id }, { message: messages.replacesItself })
    const replacement = await requireRole(tx, organizationId, replacementKey ?? 'read-only')
    if (replacementKey !== undefined) requireDecision(actor, self, replacement)
    await store.replaceRole(tx, id, replacement.role)
    await settle(tx, organizationId, holders, replacement)
    const where = { organizationId, slug: scope.slug, actorId: actor.userId }
    for (const { id: memberId, is_member: isMember } of holders) {
      await notifyMember(ctx, tx, where, memberId, isMember ? { kind: 'role', before: role.name, after: replacement.name } : { kind: 'projects' })
    }
    const taken = replacementKey !== undefined && { replacement: replacement.name, members: holders.map(({ username }) => username) }
    await audit(tx, { organizationId, details: { role: role.name, role_id: id, permissions: role.permissions, ...taken } })
    return undefined
  })
}

/** Applies a changed role to its members: revokes invitations they can no longer send, and drops notifications of projects they no longer have. */
async function settle(
  tx: Transaction,
  organizationId: string,
  holders: Awaited<ReturnType<typeof store.listHolders>>,
  role: { readonly role: string; readonly permissions: readonly Permission[] },
): Promise<void> {
  const members = holders.filter((holder) => holder.is_member).map((holder) => holder.id)
  await revokeOf(tx, organizationId, members, await rolesGivenBy(tx, organizationId, role))
  await forgetLostProjects(
    tx,
    organizationId,
    holders.map((holder) => holder.id),
  )
}

/** The actor as they are now: roles, members and invitations change only here until the transaction ends. */
async function lockFor(tx: Transaction, actor: Actor, { organizationId, slug }: OrganizationScope): Promise<HeldMember> {
  await lockMembers(tx, organizationId)
  const self = await findMember(tx, organizationId, actor.userId, actor.userId)
  if (!self) throw new AppError('organization_not_found', { slug })
  if (isAllowed(ownStanding(actor, self).permissions, 'roles:manage')) return self
  throw new AppError('forbidden', { permission: 'roles:manage', role: self.role }, { message: messages.onlyOwners })
}

/** Refuses a role with more permissions than its author, or the author's token, has. */
function requireOwn(actor: Actor, self: HeldMember, wanted: readonly Permission[]): void {
  const { permissions: own } = ownStanding(actor, self)
  const lacking = wanted.find((permission) => !isAllowed(own, permission))
  if (lacking === undefined) return
  const message = messages.beyondOwn(permissionWords[lacking])
  throw new AppError('forbidden', { permission: lacking, role: self.role }, { message })
}

async function requireOwnRole(tx: Transaction, organizationId: string, id: string): Promise<OrganizationRole> {
  const role = await store.findOwnRole(tx, organizationId, id)
  if (!role) throw new AppError('role_not_found', { role: id })
  return role
}

async function requireFreeName(tx: Transaction, organizationId: string, name: string, exceptId: string | null): Promise<void> {
  if (!(await store.isNameTaken(tx, organizationId, name, exceptId))) return
  throw new AppError('role_name_taken', { name }, { message: messages.nameTaken(name) })
}

function promised({ name }: OrganizationRole): AppError {
  return new AppError('role_held', { members: [], more: 0, invitations: 0 }, { message: messages.promised(name) })
}

function held({ name, held_by: { invitations } }: OrganizationRole, holders: readonly { readonly username: string }[]): AppError {
  const named = holders.slice(0, namedHolders).map(({ username }) => username)
  const more = holders.length - named.length
  const people = holders.length === 0 ? [] : [messages.heldBy(named.join(', '), more, holders.length)]
  const invited = invitations === 0 ? [] : [messages.invitedTo(invitations)]
  const message = messages.inUse(name, [...people, ...invited].join(', and '))
  return new AppError('role_held', { members: named, more, invitations }, { message })
}
