import {
  type Endpoint,
  isAllowed,
  type MemberRole,
  organizationPermissions,
  projectPermissions,
  type ProjectStatus,
  rolePermissions,
  type SleepState,
  Slug,
  type Standing,
} from '@colonnade/contracts'
import { AppError, isRef } from '@colonnade/core'
import type { Policy, RequestFacts } from '@colonnade/http'
import type { Transaction } from '@colonnade/pg'
import { sql } from '@colonnade/sql'
import { writeAudit } from './audit.ts'
import type { PlatformContext } from './context.ts'
import { isBeyondToken, refuseBeyondScopes, withinScopes } from './modules/access-tokens/scopes.ts'
import { authenticateToken } from './modules/access-tokens/service.ts'
import { authenticateSession, sessionCookieName } from './modules/sessions/service.ts'
import { addressKey } from './rate-limiter.ts'
import type { Actor, OrganizationScope, ProjectScope } from './serve.ts'

type Scope = OrganizationScope | ProjectScope | undefined

/** Who may do what here: the one place where the fields of endpoints are enforced. */
export function createPolicy(ctx: PlatformContext): Policy<Actor, Scope, Transaction> {
  const callerKey = (actor: Actor | null, { address }: Pick<RequestFacts, 'address'>): string => actor?.userId ?? addressKey(address)
  return {
    callerKey,
    // who shows a token is who it says, also beside a cookie, which is then not looked at
    async authenticate(request, endpoint) {
      if (request.bearer === null) return authenticateSession(ctx, request.cookies[sessionCookieName(ctx.config)])
      const actor = await authenticateToken(ctx, request.bearer, request)
      refuseBeyondScopes(endpoint, actor)
      return actor
    },
    async limit(endpoint, actor, request) {
      const rate = endpoint.rate ?? (endpoint.method === 'GET' ? 'read' : 'write')
      await ctx.limiter.count(rate, callerKey(rate === 'credentials' ? null : actor, request))
    },
    async authorize(endpoint, actor, { params, body }, request) {
      if (actor === null) return undefined
      if (endpoint.auth === 'owner' && !actor.isInstallationOwner) {
        throw new AppError('forbidden', { owner: true }, { message: 'Only the owner of this installation may do this' })
      }
      if (params['ref'] !== undefined) return authorizeProject(ctx, actor, endpoint, params['ref'], request)
      const slug = params['slug'] ?? (endpoint.permission ? slugOf(body) : undefined)
      return slug === undefined ? undefined : authorizeOrganization(ctx, actor, endpoint, slug)
    },
    audit: writeAudit,
  }
}

/** What belongs to others does not exist (404); inside one's own organization a missing permission is said (403). */
async function authorizeProject(ctx: PlatformContext, actor: Actor, endpoint: Endpoint, ref: string, request: RequestFacts): Promise<ProjectScope> {
  const row = isRef(ref)
    ? await ctx.database.first<{
        organization_id: string
        slug: string
        role: MemberRole
        is_own_role: boolean
        status: ProjectStatus
        sleep: SleepState
        name: string
        is_locked: boolean
      }>(sql`
        select p.organization_id, o.slug, a.role, a.is_own_role, p.status, p.sleep, p.name, p.is_production_locked as is_locked
        from project_access a join projects p using (ref) join organizations o on o.id = p.organization_id
        where a.ref = ${ref} and a.user_id = ${actor.userId} and p.status <> 'REMOVED'`)
    : undefined
  if (!row) await refuseLackingFactor(ctx, actor, ref)
  if (!row || isBeyondToken(actor, row.organization_id)) throw new AppError('project_not_found', { ref })
  const given = rolePermissions[row.role]
  const held = { role: row.role, permissions: withinScopes(actor, row.is_own_role ? projectPermissions(given) : given) }
  requirePermission(endpoint, held)
  ctx.calls.add(ref, endpoint)
  if (endpoint.needsActive && row.status !== 'ACTIVE_HEALTHY') {
    throw new AppError('project_not_active', { ref, status: row.status }, { message: `The project is not active: its status is ${row.status}` })
  }
  if (endpoint.needsActive === 'awake' && row.sleep !== 'awake') throw new AppError('project_asleep', { ref })
  if (endpoint.needsActive === true) await keepAwake(ctx, actor, endpoint, ref, request)
  return { organizationId: row.organization_id, slug: row.slug, ...held, ref, name: row.name, isLocked: row.is_locked }
}

/** Wakes the project if it sleeps; it falls asleep again when the call has long been over. @throws AppError `project_wake_failed` */
async function keepAwake(
  ctx: PlatformContext,
  { userId }: Actor,
  { summary }: Endpoint,
  ref: string,
  { userAgent, onEnd }: RequestFacts,
): Promise<void> {
  const isBrowser = userAgent?.startsWith('Mozilla/') === true
  onEnd(await ctx.sleeper.use(ref, { kind: isBrowser ? 'dashboard' : 'api', what: summary, user_id: userId }))
}

/** A project that only the missing second factor keeps from a member is not said to be none. @throws AppError `two_factor_required` */
async function refuseLackingFactor({ database }: PlatformContext, { userId }: Actor, ref: string): Promise<void> {
  if (!isRef(ref)) return
  const row = await database.first<{ slug: string }>(sql`
    select o.slug from projects p join organizations o on o.id = p.organization_id join members m on m.organization_id = o.id
      left join project_roles r on r.project_ref = coalesce(p.parent_ref, p.ref) and r.user_id = m.user_id
    where p.ref = ${ref} and m.user_id = ${userId} and p.status <> 'REMOVED' and (r.role is not null or not m.is_limited)
      and o.requires_two_factor and not has_second_factor(m.user_id)`)
  if (row) throw lacksFactor(row.slug)
}

function lacksFactor(slug: string): AppError {
  return new AppError(
    'two_factor_required',
    { slug },
    { message: 'This organization asks its members for two-step sign-in. Turn it on under Account, Security.' },
  )
}

async function authorizeOrganization(ctx: PlatformContext, actor: Actor, endpoint: Endpoint, slug: string): Promise<OrganizationScope> {
  const row = Slug.safeParse(slug).success
    ? await ctx.database.first<{ id: string; role: MemberRole; is_limited: boolean; lacks_factor: boolean }>(sql`
        select o.id, m.role, m.is_limited, o.requires_two_factor and not has_second_factor(m.user_id) as lacks_factor from organizations o join members m on m.organization_id = o.id
        where o.slug = ${slug} and m.user_id = ${actor.userId}`)
    : undefined
  if (!row || isBeyondToken(actor, row.id)) throw new AppError('organization_not_found', { slug })
  if (row.lacks_factor && endpoint.isOpenWithoutFactor !== true) throw lacksFactor(slug)
  const held = { role: row.role, permissions: withinScopes(actor, organizationPermissions(rolePermissions[row.role], row.is_limited)) }
  requirePermission(endpoint, held)
  return { organizationId: row.id, slug, ...held }
}

function requirePermission(endpoint: Endpoint, { role, permissions }: Standing): void {
  if (endpoint.permission === undefined || isAllowed(permissions, endpoint.permission)) return
  throw new AppError('forbidden', { permission: endpoint.permission, role }, { message: `Your role, ${role}, does not allow this` })
}

function slugOf(body: unknown): string | undefined {
  return typeof body === 'object' && body !== null && 'organization_slug' in body ? String(body.organization_slug) : undefined
}
