import type { Organization, PlanId } from '@colonnade/contracts/organizations/organizations'
import { AppError, randomText, slugify } from '@colonnade/core'
import type { AuditRecorder } from '@colonnade/http'
import type { Transaction } from '@colonnade/pg'
import type { PlatformContext } from '../../../kernel/context.ts'
import type { Actor, OrganizationScope } from '../../../kernel/serve.ts'
import { isBeyondToken, withinScopes } from '../../../kernel/people/token-scopes.ts'
import * as store from './store.ts'
import { messages } from './messages.ts'

type Audit = AuditRecorder<Transaction>

export interface OrganizationInput {
  readonly name: string
  readonly slug?: string | undefined
  readonly plan: PlanId
}

export async function listOrganizations(ctx: PlatformContext, actor: Actor): Promise<Organization[]> {
  const own = await store.listOrganizations(ctx.database, actor.userId)
  return own.filter(({ id }) => !isBeyondToken(actor, id)).map((each) => asAllowed(actor, each))
}

/** With what the caller may do there, which is less than their role's where they show an access token. */
function asAllowed(actor: Actor, organization: Organization): Organization {
  const ofProjects = Object.entries(organization.project_permissions)
  return {
    ...organization,
    permissions: [...withinScopes(actor, organization.permissions)],
    project_permissions: Object.fromEntries(ofProjects.map(([ref, held]) => [ref, [...withinScopes(actor, held)]])),
  }
}

export async function retrieveOrganization(
  { database }: PlatformContext,
  actor: Actor,
  { organizationId }: OrganizationScope,
): Promise<Organization> {
  return asAllowed(actor, await store.retrieveOrganization(database, actor.userId, organizationId))
}

/** A slug made from the name gets a suffix when it is taken; a slug that was asked for does not. @throws AppError `organization_slug_taken` */
export function createOrganization(ctx: PlatformContext, actor: Actor, input: OrganizationInput, audit: Audit): Promise<Organization> {
  return ctx.database.transaction(async (tx) => {
    const id = await insertWithSlug(ctx, tx, input)
    await store.insertMember(tx, id, actor.userId, 'owner')
    await audit(tx, { organizationId: id, details: { name: input.name, plan: input.plan } })
    return asAllowed(actor, await store.retrieveOrganization(tx, actor.userId, id))
  })
}

export function updateOrganization(
  ctx: PlatformContext,
  actor: Actor,
  { organizationId }: OrganizationScope,
  input: { name: string },
  audit: Audit,
): Promise<Organization> {
  return ctx.database.transaction(async (tx) => {
    const before = await store.renameOrganization(tx, organizationId, input.name)
    await audit(tx, { organizationId, details: { ...input, before } })
    return asAllowed(actor, await store.retrieveOrganization(tx, actor.userId, organizationId))
  })
}

/** @throws AppError `organization_not_empty` */
export function removeOrganization(ctx: PlatformContext, { organizationId, slug }: OrganizationScope, audit: Audit): Promise<undefined> {
  return ctx.database.transaction(async (tx) => {
    const projects = await store.countProjectsForUpdate(tx, organizationId)
    if (projects > 0) {
      throw new AppError('organization_not_empty', { projects }, { message: messages.notEmpty(projects) })
    }
    await ctx.guards.settleOrganization(tx, organizationId)
    await store.deleteOrganization(tx, organizationId)
    await audit(tx, { organizationId, details: { slug } })
    return undefined
  })
}

async function insertWithSlug(ctx: PlatformContext, tx: Transaction, { name, slug, plan }: OrganizationInput): Promise<string> {
  const base = slug ?? slugify(name, 'organization')
  const first = await store.insertOrganization(tx, { slug: base, name, plan })
  if (first !== undefined) return first
  if (slug !== undefined) {
    throw new AppError('organization_slug_taken', { slug }, { message: messages.slugTaken(slug) })
  }
  for (;;) {
    const suffixed = `${base}-${randomText(ctx.random, 'abcdefghijkmnpqrstuvwxyz23456789', 5)}`
    const id = await store.insertOrganization(tx, { slug: suffixed, name, plan })
    if (id !== undefined) return id
  }
}
