import { isAllowed, mayDecideAbout, organizationPermissions, type Standing } from '@colonnade/contracts/foundation/permissions'
import type { Member, ProjectRoleEntry } from '@colonnade/contracts/organizations/members'
import { AppError } from '@colonnade/core'
import type { AuditRecorder } from '@colonnade/http'
import type { Transaction } from '@colonnade/pg'
import { isDeepStrictEqual } from 'node:util'
import type { PlatformContext } from '../../../kernel/context.ts'
import { auditRole, type HeldRole } from '../../../kernel/roles/held-role.ts'
import type { Actor, OrganizationScope } from '../../../kernel/serve.ts'
import { withinScopes } from '../../../kernel/people/token-scopes.ts'
import { revokeOf } from './given-invitations.ts'
import { listHeldRoles, requireRole } from '../../../kernel/roles/find-role.ts'
import { isOpenedWithFactor } from '../../../kernel/people/second-factors.ts'
import { type Deciding, notifyMember } from './letters.ts'
import * as store from './store.ts'
import { messages } from './messages.ts'

type Audit = AuditRecorder<Transaction>

export function listMembers(ctx: PlatformContext, actor: Actor, { organizationId, permissions }: OrganizationScope): Promise<Member[]> {
  return store.listMembers(ctx.database, organizationId, { userId: actor.userId, isManager: isAllowed(permissions, 'members:manage') })
}

/** @throws AppError `member_not_found`, `role_not_found`, `last_owner`, `forbidden` where the actor may not decide about one of the two roles */
export function updateMember(
  ctx: PlatformContext,
  actor: Actor,
  scope: OrganizationScope,
  id: string,
  { role: key }: { readonly role: string },
  audit: Audit,
): Promise<Member> {
  return ctx.database.transaction(async (tx) => {
    const { member, self } = await lockPair(tx, actor, scope, id)
    const { organizationId } = scope
    const role = await requireRole(tx, organizationId, key)
    if (key !== 'owner') await keepOwner(tx, scope, member)
    requireDecision(actor, self, roleOf(member))
    requireDecision(actor, self, role)
    if (key === 'owner') await store.clearProjectRoles(tx, organizationId, id)
    await store.changeRole(tx, organizationId, id, key)
    await revokeOf(tx, organizationId, [id], await rolesGivenBy(tx, organizationId, role))
    await store.forgetLostProjects(tx, organizationId, [id])
    await audit(tx, { organizationId, details: { ...named(member), ...auditRole(role), before: auditRole(roleOf(member)).role } })
    if (key !== member.role) await notifyMember(ctx, tx, decidedBy(actor, scope), id, { kind: 'role', before: member.role_name, after: role.name })
    const changed = { ...store.toMember(member), role: key, role_name: role.name }
    return key === 'owner' ? { ...changed, is_limited: false, project_roles: [] } : changed
  })
}

export interface ProjectsInput {
  readonly is_limited: boolean
  readonly project_roles: readonly ProjectRoleEntry[]
}

/**
 * Says which projects a member has, and as what where that differs. Nobody decides about their own.
 *
 * @throws AppError `member_not_found`, `role_not_found`, `project_not_found`, `owner_has_all_projects`, `forbidden`
 */
export function updateProjects(
  ctx: PlatformContext,
  actor: Actor,
  scope: OrganizationScope,
  id: string,
  input: ProjectsInput,
  audit: Audit,
): Promise<Member> {
  const { organizationId } = scope
  return ctx.database.transaction(async (tx) => {
    const { member, self } = await lockPair(tx, actor, scope, id)
    requireDecision(actor, self, roleOf(member))
    if (member.is_self) {
      throw new AppError('forbidden', { permission: 'members:manage', role: self.role }, { message: messages.ownProjects })
    }
    if (member.role === 'owner') throw new AppError('owner_has_all_projects', {}, { message: messages.ownerHasAll })
    const roles = [...new Map(input.project_roles.map((entry) => [entry.project_ref, entry])).values()]
    const all = new Map((await listHeldRoles(tx, organizationId)).map((role) => [role.role, role]))
    for (const { role } of roles) requireDecision(actor, self, all.get(role) ?? (await requireRole(tx, organizationId, role)))
    const [foreign] = await store.findForeignProjects(
      tx,
      organizationId,
      roles.map(({ project_ref: ref }) => ref),
    )
    if (foreign !== undefined) throw new AppError('project_not_found', { ref: foreign })
    await store.replaceProjectRoles(tx, organizationId, id, { isLimited: input.is_limited, roles })
    await store.forgetLostProjects(tx, organizationId, [id])
    // who is limited to some projects decides about nobody
    if (input.is_limited) await revokeOf(tx, organizationId, [id], [])
    const after = { is_limited: input.is_limited, project_roles: roles }
    const before = { is_limited: member.is_limited, project_roles: member.project_roles }
    const told = ({ project_roles: entries, ...rest }: typeof after) => ({
      ...rest,
      project_roles: entries.map(({ project_ref, role }) => ({ project_ref, ...auditRole(all.get(role)!) })),
    })
    await audit(tx, { organizationId, details: { ...named(member), ...told(after), before: told(before) } })
    if (!isDeepStrictEqual(sorted(after), sorted(before))) await notifyMember(ctx, tx, decidedBy(actor, scope), id, { kind: 'projects' })
    return { ...store.toMember(member), ...after }
  })
}

/** @throws AppError `member_not_found`, `last_owner`, `forbidden` */
export function removeMember(ctx: PlatformContext, actor: Actor, scope: OrganizationScope, id: string, audit: Audit): Promise<undefined> {
  return ctx.database.transaction(async (tx) => {
    const { member, self } = await lockPair(tx, actor, scope, id)
    await keepOwner(tx, scope, member)
    requireDecision(actor, self, roleOf(member))
    await dropMember(tx, scope, id)
    await audit(tx, { organizationId: scope.organizationId, details: { ...named(member), ...auditRole(roleOf(member)) } })
    await notifyMember(ctx, tx, decidedBy(actor, scope), id, { kind: 'removed' })
    return undefined
  })
}

/**
 * Whoever asks others for a second factor came with one, so that nobody locks themselves out and somebody is left who can take it back.
 *
 * @throws AppError `two_factor_required`
 */
export function requireTwoFactor(
  ctx: PlatformContext,
  actor: Actor,
  { organizationId, slug }: OrganizationScope,
  isRequired: boolean,
  audit: Audit,
): Promise<{ is_required: boolean }> {
  return ctx.database.transaction(async (tx) => {
    if (isRequired && !(await isOpenedWithFactor(tx, actor))) {
      throw new AppError('two_factor_required', { slug }, { message: messages.ownTwoFactor })
    }
    await store.setRequiredTwoFactor(tx, organizationId, isRequired)
    await audit(tx, { organizationId, details: { is_required: isRequired } })
    return { is_required: isRequired }
  })
}

/** @throws AppError `last_owner` */
export function leaveOrganization(ctx: PlatformContext, actor: Actor, scope: OrganizationScope, audit: Audit): Promise<undefined> {
  return ctx.database.transaction(async (tx) => {
    const { member } = await lockPair(tx, actor, scope, actor.userId)
    await keepOwner(tx, scope, member)
    await dropMember(tx, scope, actor.userId)
    await audit(tx, { organizationId: scope.organizationId, details: auditRole(roleOf(member)) })
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
): Promise<{ member: store.HeldMember; self: store.HeldMember }> {
  await store.lockMembers(tx, organizationId)
  const self = await store.findMember(tx, organizationId, actor.userId, actor.userId)
  if (!self) throw new AppError('organization_not_found', { slug })
  const isId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id)
  const member = isId ? await store.findMember(tx, organizationId, actor.userId, id) : undefined
  if (!member) throw new AppError('member_not_found', { id })
  return { member, self }
}

/** What becomes of an owner who has handed the organization over; null: they leave it. */
export async function stepBack(tx: Transaction, organizationId: string, id: string, role: string | null): Promise<void> {
  if (role === null) return dropMember(tx, { organizationId }, id)
  await store.changeRole(tx, organizationId, id, role)
  await revokeOf(tx, organizationId, [id], await rolesGivenBy(tx, organizationId, await requireRole(tx, organizationId, role)))
  await store.forgetLostProjects(tx, organizationId, [id])
}

/** Invitations that somebody stands for go with them. */
export async function dropMember(tx: Transaction, { organizationId }: Pick<OrganizationScope, 'organizationId'>, id: string): Promise<void> {
  await store.deleteMember(tx, organizationId, id)
  await revokeOf(tx, organizationId, [id], [])
}

/** The roles that who has one may still give. */
export async function rolesGivenBy(tx: Transaction, organizationId: string, role: Standing): Promise<string[]> {
  const all = await listHeldRoles(tx, organizationId)
  return all.filter((given) => mayDecideAbout(role, given)).map((given) => given.role)
}

/** Before an owner goes or becomes something else. */
async function keepOwner(tx: Transaction, { organizationId }: OrganizationScope, { id, role, is_self }: Member): Promise<void> {
  if (role !== 'owner' || (await store.hasOtherOwner(tx, organizationId, id))) return
  throw new AppError('last_owner', { id }, { message: messages.lastOwner(is_self) })
}

/** @throws AppError `forbidden` where the actor, as they are now, may neither give nor take the role; `access_token_refused` where only their token may not */
export function requireDecision(actor: Actor, self: store.HeldMember, { role, name, permissions }: HeldRole): void {
  const own = ownStanding(actor, self)
  if (mayDecideAbout(own, { role, permissions })) return
  // what keeps the person from it is the token then, not the role
  if (mayDecideAbout({ role: self.role, permissions: organizationPermissions(self.permissions, self.is_limited) }, { role, permissions })) {
    const scope = permissions.find((permission) => !isAllowed(own.permissions, permission)) ?? 'members:manage'
    throw new AppError('access_token_refused', { scope }, { message: messages.tokenLacks(scope, name) })
  }
  const message = role === 'owner' ? messages.onlyOwners : messages.roleDoesNotAllow(self.role_name, name)
  throw new AppError('forbidden', { permission: 'members:manage', role: self.role }, { message })
}

/** Returns the permissions to manage others: none for members limited to some projects, and within its scopes for a token. */
export function ownStanding(actor: Actor, { role, permissions, is_limited: isLimited }: store.HeldMember): Standing {
  return { role, permissions: withinScopes(actor, organizationPermissions(permissions, isLimited)) }
}

function roleOf({ role, role_name: name, permissions }: store.HeldMember): HeldRole {
  return { role, name, permissions }
}

function decidedBy({ userId: actorId }: Actor, { organizationId, slug }: OrganizationScope): Deciding {
  return { organizationId, slug, actorId }
}

function sorted({ is_limited, project_roles: roles }: ProjectsInput): ProjectsInput {
  return { is_limited, project_roles: roles.toSorted((one, other) => (one.project_ref < other.project_ref ? -1 : 1)) }
}

/** Whom a line of the audit log is about. */
function named({ id, primary_email: email }: Member): { member: string; member_id: string } {
  return { member: email, member_id: id }
}
