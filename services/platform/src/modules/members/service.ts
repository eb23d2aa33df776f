import {
  isAllowed,
  type Member,
  type MemberRole,
  organizationPermissions,
  type ProjectRoleEntry,
  mayDecideAbout,
  rolePermissions,
  roles,
  type Standing,
} from '@colonnade/contracts'
import { AppError } from '@colonnade/core'
import type { AuditRecorder } from '@colonnade/http'
import type { Transaction } from '@colonnade/pg'
import type { PlatformContext } from '../../context.ts'
import type { Actor, OrganizationScope } from '../../serve.ts'
import { withinScopes } from '../access-tokens/scopes.ts'
import { revokeOf } from '../invitations/store.ts'
import { hasSecondFactor } from '../second-factors/store.ts'
import * as store from './store.ts'

type Audit = AuditRecorder<Transaction>

export function listMembers(ctx: PlatformContext, actor: Actor, { organizationId, permissions }: OrganizationScope): Promise<Member[]> {
  return store.listMembers(ctx.database, organizationId, { userId: actor.userId, isManager: isAllowed(permissions, 'members:manage') })
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
    if (role === 'owner') await store.clearProjectRoles(tx, scope.organizationId, id)
    await store.changeRole(tx, scope.organizationId, id, role)
    await revokeOf(tx, scope.organizationId, id, rolesGivenBy(role))
    await audit(tx, { organizationId: scope.organizationId, details: { ...named(member), role, before: member.role } })
    return { ...member, role, ...(role === 'owner' && { is_limited: false, project_roles: [] }) }
  })
}

export interface ProjectsInput {
  readonly is_limited: boolean
  readonly project_roles: readonly ProjectRoleEntry[]
}

/**
 * Says which projects a member has, and as what where that differs. Nobody decides about their own.
 *
 * @throws AppError `member_not_found`, `project_not_found`, `owner_has_all_projects`, `forbidden`
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
    requireDecision(actor, self, member.role)
    if (member.is_self) {
      throw new AppError('forbidden', { permission: 'members:manage', role: self.role }, { message: 'Somebody else decides about your own projects' })
    }
    if (member.role === 'owner') throw new AppError('owner_has_all_projects', {}, { message: 'An owner has all projects. Give another role first.' })
    const roles = [...new Map(input.project_roles.map((entry) => [entry.project_ref, entry])).values()]
    for (const { role } of roles) requireDecision(actor, self, role)
    const [foreign] = await store.findForeignProjects(
      tx,
      organizationId,
      roles.map(({ project_ref: ref }) => ref),
    )
    if (foreign !== undefined) throw new AppError('project_not_found', { ref: foreign })
    await store.replaceProjectRoles(tx, organizationId, id, { isLimited: input.is_limited, roles })
    const after = { is_limited: input.is_limited, project_roles: roles }
    const before = { is_limited: member.is_limited, project_roles: member.project_roles }
    await audit(tx, { organizationId, details: { ...named(member), ...after, before } })
    return { ...member, ...after }
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

/**
 * Whoever asks others for a second factor has one, so that nobody locks themselves out and somebody is left who can take it back.
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
    if (isRequired && !(await hasSecondFactor(tx, actor.userId))) {
      throw new AppError('two_factor_required', { slug }, { message: 'Turn on two-step sign-in for yourself first, under Account, Security' })
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

/** What becomes of an owner who has handed the organization over; null: they leave it. */
export async function stepBack(tx: Transaction, organizationId: string, id: string, role: MemberRole | null): Promise<void> {
  if (role === null) return dropMember(tx, { organizationId }, id)
  await store.changeRole(tx, organizationId, id, role)
  await revokeOf(tx, organizationId, id, rolesGivenBy(role))
}

/** Invitations that somebody stands for go with them. */
async function dropMember(tx: Transaction, { organizationId }: Pick<OrganizationScope, 'organizationId'>, id: string): Promise<void> {
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
  if (mayDecideAbout(ownStanding(actor, self), standingOf(role))) return
  const message = role === 'owner' ? 'Only owners make or unmake owners' : `Your role, ${self.role}, does not let you decide about ${role}`
  throw new AppError('forbidden', { permission: 'members:manage', role: self.role }, { message })
}

/** What somebody may do who decides about others: who is limited to some projects decides about nobody, and a token no more than its scopes. */
export function ownStanding(actor: Actor, { role, is_limited: isLimited }: Member): Standing {
  return { role, permissions: withinScopes(actor, organizationPermissions(rolePermissions[role], isLimited)) }
}

function standingOf(role: MemberRole): Standing {
  return { role, permissions: rolePermissions[role] }
}

/** Whom a line of the audit log is about. */
function named({ id, primary_email: email }: Member): { member: string; member_id: string } {
  return { member: email, member_id: id }
}
