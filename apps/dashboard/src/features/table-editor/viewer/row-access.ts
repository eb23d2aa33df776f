import type { Entity } from '@colonnade/pg-meta'
import { literal, sql, toText } from '@colonnade/sql'
import { queryOptions } from '@tanstack/react-query'
import { sqlKey } from '../../../scope/keys/keys.ts'
import { runSql } from '../../../scope/run-sql.ts'
import type { Editability } from '../changes/editability.ts'
import { rowAccessText } from './messages.ts'

export type RowCommand = 'SELECT' | 'INSERT' | 'UPDATE' | 'DELETE'

export interface AccessPolicy {
  readonly name: string
  readonly is_permissive: boolean
  readonly command: RowCommand | 'ALL'
  readonly roles: readonly string[]
  /** USING: which rows are seen. */
  readonly definition: string | null
  /** WITH CHECK: which rows may be written. */
  readonly check: string | null
  /** Whether it is for the role in question. */
  readonly applies: boolean
}

/** What a role may do with a relation, and why. */
export interface RowAccess {
  readonly role: string
  readonly privileges: readonly RowCommand[]
  readonly is_superuser: boolean
  readonly bypasses_rls: boolean
  readonly is_owner: boolean
  readonly rls_enabled: boolean
  readonly rls_forced: boolean
  readonly policies: readonly AccessPolicy[]
  /** The query of a view; null of others. */
  readonly definition: string | null
  /** Whether a view reads its tables as who looks at it, instead of as its owner. */
  readonly is_security_invoker: boolean
  readonly owner: string
  /** Whether it is published to who listens for changes. */
  readonly is_published: boolean
  /** Of a materialized view: whether it can be refreshed while it is read. */
  readonly is_refreshed_concurrently: boolean
}

/** What a role may do with a relation; of the one that asks when it is null. */
export const rowAccessQuery = (ref: string, { id }: Pick<Entity, 'id'>, role: string | null) =>
  queryOptions({
    queryKey: sqlKey(ref, 'row-access', id, role),
    queryFn: async ({ signal }): Promise<RowAccess | null> => {
      const { results } = await runSql(ref, { query: accessSql(id, role), read_only: true, signal })
      const text = results[0]?.rows[0]?.[0]
      return typeof text === 'string' ? (JSON.parse(text) as RowAccess) : null
    },
    staleTime: 10_000,
  })

function accessSql(id: number, role: string | null): string {
  const name = role === null ? sql`current_user` : literal(role)
  return toText(sql`select pg_catalog.jsonb_build_object(
  'role', r.rolname,
  'privileges', (select coalesce(pg_catalog.jsonb_agg(p), '[]') from pg_catalog.unnest(array['SELECT', 'INSERT', 'UPDATE', 'DELETE']) p
    where case when p = 'DELETE' then pg_catalog.has_table_privilege(r.oid, c.oid, p) else pg_catalog.has_any_column_privilege(r.oid, c.oid, p) end
      and pg_catalog.has_schema_privilege(r.oid, c.relnamespace, 'USAGE')),
  'is_superuser', r.rolsuper,
  'bypasses_rls', r.rolbypassrls,
  'is_owner', pg_catalog.pg_has_role(r.oid, c.relowner, 'USAGE'),
  'rls_enabled', c.relrowsecurity,
  'rls_forced', c.relforcerowsecurity,
  'policies', (select coalesce(pg_catalog.jsonb_agg(pg_catalog.jsonb_build_object(
      'name', p.polname, 'is_permissive', p.polpermissive,
      'command', case p.polcmd when 'r' then 'SELECT' when 'a' then 'INSERT' when 'w' then 'UPDATE' when 'd' then 'DELETE' else 'ALL' end,
      'roles', (select pg_catalog.jsonb_agg(case when m = '0' then 'public' else pg_catalog.pg_get_userbyid(m)::text end) from pg_catalog.unnest(p.polroles) m),
      'definition', pg_catalog.pg_get_expr(p.polqual, p.polrelid),
      'check', pg_catalog.pg_get_expr(p.polwithcheck, p.polrelid),
      'applies', exists (select from pg_catalog.unnest(p.polroles) m where case when m = '0' then true else pg_catalog.pg_has_role(r.oid, m, 'USAGE') end)
    ) order by p.polname), '[]') from pg_catalog.pg_policy p where p.polrelid = c.oid),
  'definition', case when c.relkind in ('v', 'm') then pg_catalog.pg_get_viewdef(c.oid, true) end,
  'is_security_invoker', exists (select from pg_catalog.pg_options_to_table(c.reloptions) where option_name = 'security_invoker' and option_value::boolean),
  'owner', pg_catalog.pg_get_userbyid(c.relowner),
  'is_published', exists (select from pg_catalog.pg_publication_tables t where t.pubname = 'supabase_realtime' and t.schemaname = n.nspname and t.tablename = c.relname),
  'is_refreshed_concurrently', c.relispopulated and exists (select from pg_catalog.pg_index i where i.indrelid = c.oid and i.indisunique and i.indisvalid and i.indpred is null and i.indexprs is null)
)::text
from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace, pg_catalog.pg_roles r
where c.oid = ${id} and r.rolname = ${name};`)
}

/** Policies that decide for a role what a command does. */
export function policiesFor({ policies }: Pick<RowAccess, 'policies'>, command: RowCommand): AccessPolicy[] {
  return policies.filter((policy) => policy.applies && (policy.command === 'ALL' || policy.command === command))
}

export interface AccessWords {
  readonly text: string
  readonly tone: 'neutral' | 'warning' | 'danger'
}

/** Why a role sees the rows that it sees. */
export function explainRows(access: RowAccess, kind: Entity['entity_type']): AccessWords {
  const { role } = access
  if (!access.privileges.includes('SELECT')) return { text: rowAccessText.noSelect(role), tone: 'danger' }
  if (kind === 'v') {
    const who = access.is_security_invoker ? role : access.owner
    return { text: `The policies of its tables hold as for ${who}${access.is_security_invoker ? '' : ', who owns the view'}`, tone: 'neutral' }
  }
  if (kind === 'm') return { text: rowAccessText.materializedView, tone: 'neutral' }
  if (!access.rls_enabled) return { text: rowAccessText.rlsOff, tone: 'warning' }
  if (access.is_superuser || access.bypasses_rls) return { text: rowAccessText.bypasses(role), tone: 'warning' }
  if (access.is_owner && !access.rls_forced) return { text: rowAccessText.owner(role), tone: 'warning' }
  const found = policiesFor(access, 'SELECT')
  if (!found.some((policy) => policy.is_permissive)) {
    return {
      text: found.length === 0 ? rowAccessText.noPolicy : rowAccessText.onlyRestrictive,
      tone: 'danger',
    }
  }
  return { text: found.length === 1 ? '1 policy applied' : rowAccessText.policiesApplied(found.length), tone: 'neutral' }
}

/** What can be tried as a role: what its privileges leave of what the dashboard can do. */
export function rightsAs(rights: Editability, access: RowAccess | null): Editability {
  if (access === null) return rights
  const may = (command: RowCommand) => access.privileges.includes(command)
  const left = {
    canInsert: rights.canInsert && may('INSERT'),
    canUpdate: rights.canUpdate && may('UPDATE') && may('SELECT'),
    canDelete: rights.canDelete && may('DELETE') && may('SELECT'),
  }
  const isLess = left.canInsert !== rights.canInsert || left.canUpdate !== rights.canUpdate || left.canDelete !== rights.canDelete
  if (!isLess) return rights
  return {
    ...left,
    reason: {
      title: rowAccessText.partial(access.role),
      text: `It has these privileges here: ${access.privileges.join(', ') || 'none'}.`,
      sql: null,
    },
  }
}
