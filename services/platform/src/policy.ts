import { capabilitiesOf, type Driver, missingBecause } from '@colonnade/contracts/foundation/capabilities'
import type { Endpoint } from '@colonnade/contracts/foundation/endpoint'
import { isAllowed, organizationPermissions, projectPermissions } from '@colonnade/contracts/foundation/permissions'
import { Slug } from '@colonnade/contracts/foundation/values'
import { holdersOf } from '@colonnade/contracts/organizations/role-words'
import type { ProjectStatus, SleepState } from '@colonnade/contracts/projects/projects'
import { AppError, isRef } from '@colonnade/core'
import { addressKey, type Policy, type RequestFacts } from '@colonnade/http'
import type { Queryable, Transaction } from '@colonnade/pg'
import { sql } from '@colonnade/sql'
import { writeAudit } from './kernel/audit.ts'
import type { PlatformContext } from './kernel/context.ts'
import { type HeldRole, joinRole, type RoleColumns, roleColumns, toRole } from './kernel/roles/held-role.ts'
import { isBeyondToken, refuseBeyondScopes, withinScopes } from './kernel/people/token-scopes.ts'
import { authenticateToken } from './modules/people/access-tokens/service.ts'
import { opensWithFactor } from './kernel/people/second-factors.ts'
import { notActive } from './modules/projects/projects/not-active.ts'
import { authenticateSession } from './modules/people/sessions/service.ts'
import { sessionCookieName } from './kernel/people/cookies.ts'
import type { HasCalls } from './modules/organizations/usage/collecting/call-counts.ts'
import type { HasSleeper } from './modules/projects/sleeps/sleeper.ts'
import { type Actor, isScopedByBody, type OrganizationScope, type ProjectScope } from './kernel/serve.ts'

type Context = PlatformContext<HasCalls & HasSleeper>

type Scope = OrganizationScope | ProjectScope | undefined

/** Who may do what here: the one place where the fields of endpoints are enforced. */
export function createPolicy(ctx: Context): Policy<Actor, Scope, Transaction> {
  const callerKey = (actor: Actor | null, { address }: Pick<RequestFacts, 'address'>): string => actor?.userId ?? addressKey(address)
  return {
    callerKey,
    memoryOwner: (actor, { ref }, request) => ref ?? callerKey(actor, request),
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
      return slug === undefined ? undefined : authorizeOrganization(ctx.database, actor, endpoint, slug)
    },
    isScopedByBody,
    audit: writeAudit,
  }
}

/** Resources of others don't exist (404); in your own organization, a missing permission is an error (403). */
async function authorizeProject(ctx: Context, actor: Actor, endpoint: Endpoint, ref: string, request: RequestFacts): Promise<ProjectScope> {
  const row = isRef(ref)
    ? await ctx.database.first<
        RoleColumns & {
          organization_id: string
          slug: string
          is_own_role: boolean
          lacks_factor: boolean
          status: ProjectStatus
          sleep: SleepState
          driver: Driver
          name: string
          is_locked: boolean
        }
      >(sql`
        select p.organization_id, o.slug, a.role, a.custom_name, a.custom_permissions, a.is_own_role,
          a.is_guarded and not ${opensWithFactor(actor)} as lacks_factor, p.status, p.sleep, p.driver, p.name, p.is_production_locked as is_locked
        from project_access a join projects p using (ref) join organizations o on o.id = p.organization_id
        where a.ref = ${ref} and a.user_id = ${actor.userId} and p.status <> 'REMOVED'`)
    : undefined
  if (!row) await refuseKeptProject(ctx, actor, endpoint, ref)
  if (!row || isBeyondToken(actor, row.organization_id)) throw await noSuchProject(ctx, actor, ref)
  if (row.lacks_factor) throw lacksFactor(row.slug, true)
  const given = toRole(row)
  const permissions = withinScopes(actor, row.is_own_role ? projectPermissions(given.permissions) : given.permissions)
  requirePermission(endpoint, { ...given, permissions })
  ctx.parts.calls.add(ref, endpoint)
  if (endpoint.needs !== undefined && !capabilitiesOf[row.driver].includes(endpoint.needs)) {
    throw new AppError('capability_missing', { ref, capability: endpoint.needs }, { message: missingBecause[endpoint.needs] })
  }
  if (endpoint.needsActive && row.status !== 'ACTIVE_HEALTHY') {
    throw notActive(ref, row.status)
  }
  if (endpoint.needsActive === 'awake' && row.sleep !== 'awake') throw new AppError('project_asleep', { ref })
  if (endpoint.needsActive === true) await keepAwake(ctx, actor, endpoint, ref, request)
  return {
    organizationId: row.organization_id,
    slug: row.slug,
    role: row.role,
    roleName: given.name,
    permissions,
    ref,
    name: row.name,
    isLocked: row.is_locked,
  }
}

/** Wakes the project if it sleeps; it falls asleep again when the call has long been over. @throws AppError `project_wake_failed` */
async function keepAwake(ctx: Context, { userId }: Actor, { summary }: Endpoint, ref: string, { userAgent, onEnd }: RequestFacts): Promise<void> {
  const isBrowser = userAgent?.startsWith('Mozilla/') === true
  onEnd(await ctx.parts.sleeper.use(ref, { kind: isBrowser ? 'dashboard' : 'api', what: summary, user_id: userId }))
}

/**
 * A project of a member's own organization that only a missing second factor, or a role that sees no projects, keeps from them is not said to be none.
 *
 * @throws AppError `two_factor_required`, `forbidden`
 */
async function refuseKeptProject({ database }: Context, actor: Actor, endpoint: Endpoint, ref: string): Promise<void> {
  if (!isRef(ref)) return
  const row = await database.first<RoleColumns & { id: string; slug: string; lacks_factor: boolean; has_factor: boolean }>(sql`
    select o.id, o.slug, coalesce(r.role, m.role) as role, c.name as custom_name, c.permissions as custom_permissions,
      o.requires_two_factor and not ${opensWithFactor(actor)} as lacks_factor, has_second_factor(m.user_id) as has_factor
    from projects p join organizations o on o.id = p.organization_id join members m on m.organization_id = o.id
      left join project_roles r on r.project_ref = coalesce(p.parent_ref, p.ref) and r.user_id = m.user_id
      left join organization_roles c on c.id = case when r.role is null then m.custom_role else r.custom_role end
    where p.ref = ${ref} and m.user_id = ${actor.userId} and p.status <> 'REMOVED' and (r.role is not null or not m.is_limited)`)
  if (!row || isBeyondToken(actor, row.id)) return
  if (row.lacks_factor) throw lacksFactor(row.slug, row.has_factor)
  requirePermission(endpoint, { ...toRole(row), permissions: [] })
}

/** Shows former viewers that it was deleted, and where it was; for everyone else it never existed. */
async function noSuchProject({ database }: Context, actor: Actor, ref: string): Promise<AppError> {
  const row = isRef(ref)
    ? await database.first<{ organization_id: string; slug: string; name: string; is_branch: boolean; parent_ref: string | null }>(sql`
        select p.organization_id, o.slug, p.name, p.parent_ref is not null as is_branch, parent.ref as parent_ref
        from project_access a join projects p using (ref) join organizations o on o.id = p.organization_id
          left join projects parent on parent.ref = p.parent_ref and parent.status <> 'REMOVED'
        where a.ref = ${ref} and a.user_id = ${actor.userId} and p.status = 'REMOVED' and (not a.is_guarded or ${opensWithFactor(actor)})`)
    : undefined
  if (!row || isBeyondToken(actor, row.organization_id)) return new AppError('project_not_found', { ref })
  const { slug, name, is_branch, parent_ref } = row
  const deleted = { name, is_branch, organization_slug: slug, parent_project_ref: parent_ref }
  return new AppError('project_not_found', { ref, deleted }, { message: `The ${is_branch ? 'branch' : 'project'} ${name} was deleted` })
}

/** Returns an error with what to do: sign in with an existing passkey, or add a second factor. */
function lacksFactor(slug: string, hasPasskey: boolean): AppError {
  const how = hasPasskey ? 'Sign in with your passkey to open it.' : 'Turn it on, or add a passkey, under Account, Security.'
  return new AppError(
    'two_factor_required',
    { slug, has_passkey: hasPasskey },
    { message: `This organization asks its members for two-step sign-in. ${how}` },
  )
}

/**
 * What an actor may do in an organization; others' do not exist.
 *
 * @throws AppError `organization_not_found`, `two_factor_required`, `forbidden`
 */
export async function authorizeOrganization(
  db: Queryable,
  actor: Actor,
  endpoint: Pick<Endpoint, 'permission' | 'isOpenWithoutFactor'>,
  slug: string,
): Promise<OrganizationScope> {
  const row = Slug.safeParse(slug).success
    ? await db.first<RoleColumns & { id: string; is_limited: boolean; lacks_factor: boolean; has_factor: boolean }>(sql`
        select o.id, ${roleColumns('m')}, m.is_limited, o.requires_two_factor and not ${opensWithFactor(actor)} as lacks_factor, has_second_factor(m.user_id) as has_factor
        from organizations o join members m on m.organization_id = o.id ${joinRole('m')}
        where o.slug = ${slug} and m.user_id = ${actor.userId}`)
    : undefined
  if (!row || isBeyondToken(actor, row.id)) throw new AppError('organization_not_found', { slug })
  if (row.lacks_factor && endpoint.isOpenWithoutFactor !== true) throw lacksFactor(slug, row.has_factor)
  const given = toRole(row)
  const permissions = withinScopes(actor, organizationPermissions(given.permissions, row.is_limited))
  requirePermission(endpoint, { ...given, permissions })
  return { organizationId: row.id, slug, role: row.role, roleName: given.name, permissions }
}

function requirePermission(endpoint: Pick<Endpoint, 'permission'>, { role, name, permissions }: HeldRole): void {
  if (endpoint.permission === undefined || isAllowed(permissions, endpoint.permission)) return
  const message = `Your role, ${name}, does not allow this: ${holdersOf(endpoint.permission)} can do it`
  throw new AppError('forbidden', { permission: endpoint.permission, role }, { message })
}

function slugOf(body: unknown): string | undefined {
  return typeof body === 'object' && body !== null && 'organization_slug' in body ? String(body.organization_slug) : undefined
}
