import { type Fragment, ident, join, literal, sql } from '@colonnade/sql'
import { z } from 'zod'
import { longListing } from '../long-listing.ts'
import type { Statement } from '../statement.ts'

/** Roles of requests without and with a signed-in user. */
export const exposedRoles = ['anon', 'authenticated'] as const
export type ExposedRole = (typeof exposedRoles)[number]

export const exposedKinds = ['table', 'view', 'materialized view', 'foreign table', 'function'] as const
export type ExposedKind = (typeof exposedKinds)[number]

/** A relation or function of the data API, and what each of the two roles can do with it. */
export const Exposed = z.object({
  id: z.number().int(),
  schema: z.string(),
  name: z.string(),
  kind: z.enum(exposedKinds),
  /** Arguments of a function as ALTER takes them; empty for relations. */
  arguments: z.string(),
  owner: z.string(),
  /** Policies of a table, whichever role they are for. */
  policies: z.number().int(),
  /** Policies that apply to the role. */
  anon_policies: z.number().int(),
  authenticated_policies: z.number().int(),
  rls_enabled: z.boolean(),
  /** Runs with the rights of its owner: a view that is no security invoker, a materialized view, a security definer function. */
  has_owner_rights: z.boolean(),
  /** PUBLIC holds a privilege on it, and so does every role. */
  is_public: z.boolean(),
  /** An extension brought it. */
  is_of_extension: z.boolean(),
  /** Row-level security is on, and a policy that is always true lets the role read, or write, every row. */
  anon_reads_all: z.boolean(),
  anon_writes_all: z.boolean(),
  authenticated_reads_all: z.boolean(),
  authenticated_writes_all: z.boolean(),
  /** Privileges of a single column count. */
  anon_selects: z.boolean(),
  anon_inserts: z.boolean(),
  anon_updates: z.boolean(),
  anon_deletes: z.boolean(),
  anon_calls: z.boolean(),
  authenticated_selects: z.boolean(),
  authenticated_inserts: z.boolean(),
  authenticated_updates: z.boolean(),
  authenticated_deletes: z.boolean(),
  authenticated_calls: z.boolean(),
})
export type Exposed = z.infer<typeof Exposed>

/**
 * Lists what the data API serves of these schemas, with what `anon` and `authenticated` can do there: a privilege counts if the role may use
 * the schema too. A view can be written only if Postgres can update it. Partitions are reached through their table and left out, and so are
 * functions that a request can't call, such as trigger functions. A role that doesn't exist can do nothing.
 */
export function listExposure({ schemas }: { readonly schemas: readonly string[] }): Statement<z.ZodArray<typeof Exposed>> {
  // compared as texts: a name that is too long for Postgres would be cut, and find another schema
  const names = schemas.length === 0 ? sql`null` : join(schemas.map((name) => literal(name)))
  const text = sql`select * from (
${relations(names)}
union all
${functions(names)}
) x order by x.schema, x.name, x.arguments, x.id`
  return longListing(text, Exposed)
}

/** Commands by the bits of pg_relation_is_updatable. */
const commands = {
  selects: { privilege: 'SELECT', bit: null },
  inserts: { privilege: 'INSERT', bit: 8 },
  updates: { privilege: 'UPDATE', bit: 4 },
  deletes: { privilege: 'DELETE', bit: 16 },
} as const

/** A policy of the table `c` is for the role. */
const isFor = (role: Fragment) =>
  sql`exists (select from pg_catalog.unnest(p.polroles) m where m = '0' or pg_catalog.pg_has_role(${role}, m, 'USAGE'))`

/** What a policy asks of rows that are read or found, and of rows that are written. */
const conditions = {
  using: sql`pg_catalog.pg_get_expr(p.polqual, p.polrelid)`,
  check: sql`coalesce(pg_catalog.pg_get_expr(p.polwithcheck, p.polrelid), pg_catalog.pg_get_expr(p.polqual, p.polrelid))`,
}

/** Tests if the policies of the table `c` let the role do something with every row: one is always true, and none that restricts asks for more. */
function isOpen(role: Fragment, command: 'r' | 'a' | 'w' | 'd', condition: keyof typeof conditions): Fragment {
  const which = sql`p.polrelid = c.oid and p.polcmd in ('*', ${command}) and ${isFor(role)}`
  return sql`(exists (select from pg_catalog.pg_policy p where ${which} and p.polpermissive and ${conditions[condition]} = 'true')
    and not exists (select from pg_catalog.pg_policy p where ${which} and not p.polpermissive and ${conditions[condition]} is distinct from 'true'))`
}

const roles = sql`(select pg_catalog.max(o.oid) filter (where o.rolname = 'anon') as anon, pg_catalog.max(o.oid) filter (where o.rolname = 'authenticated') as authenticated
    from pg_catalog.pg_roles o)`

function ofEachRole(flag: (role: Fragment, name: ExposedRole) => readonly Fragment[]): Fragment {
  return join(exposedRoles.flatMap((name) => flag(sql`r.${ident(name)}`, name)))
}

function relations(names: Fragment): Fragment {
  const holds = (role: Fragment, command: keyof typeof commands): Fragment => {
    const { privilege, bit } = commands[command]
    const isHeld =
      privilege === 'DELETE'
        ? sql`pg_catalog.has_table_privilege(${role}, c.oid, ${privilege})`
        : sql`pg_catalog.has_any_column_privilege(${role}, c.oid, ${privilege})`
    const isPossible = bit === null ? sql`true` : sql`(w.updatable operator(pg_catalog.&) ${bit}) > 0`
    return sql`(pg_catalog.has_schema_privilege(${role}, n.oid, 'USAGE') and ${isHeld} and ${isPossible})`
  }
  const flags = ofEachRole((role, name) => [
    ...(Object.keys(commands) as (keyof typeof commands)[]).map(
      (command) => sql`coalesce(${holds(role, command)}, false) as ${ident(`${name}_${command}`)}`,
    ),
    sql`false as ${ident(`${name}_calls`)}`,
    sql`coalesce(c.relrowsecurity and ${holds(role, 'selects')} and ${isOpen(role, 'r', 'using')}, false) as ${ident(`${name}_reads_all`)}`,
    sql`coalesce(c.relrowsecurity and (${holds(role, 'inserts')} and ${isOpen(role, 'a', 'check')}
      or ${holds(role, 'updates')} and ${isOpen(role, 'w', 'using')} or ${holds(role, 'deletes')} and ${isOpen(role, 'd', 'using')}), false) as ${ident(`${name}_writes_all`)}`,
  ])
  const policiesOf = (role: Fragment) => sql`(select pg_catalog.count(*)::int4 from pg_catalog.pg_policy p
    where p.polrelid = c.oid and ${isFor(role)})`
  return sql`select c.oid::int8 as id, n.nspname::text as schema, c.relname::text as name,
  case c.relkind when 'v' then 'view' when 'm' then 'materialized view' when 'f' then 'foreign table' else 'table' end as kind,
  ''::text as arguments, pg_catalog.pg_get_userbyid(c.relowner)::text as owner,
  (select pg_catalog.count(*)::int4 from pg_catalog.pg_policy p where p.polrelid = c.oid) as policies,
  ${policiesOf(sql`r.anon`)} as anon_policies, ${policiesOf(sql`r.authenticated`)} as authenticated_policies,
  c.relrowsecurity as rls_enabled,
  c.relkind = 'm' or c.relkind = 'v' and not coalesce((
    select v.option_value::bool from pg_catalog.pg_options_to_table(c.reloptions) v where v.option_name = 'security_invoker'), false) as has_owner_rights,
  exists (select from pg_catalog.aclexplode(c.relacl) x where x.grantee = '0') as is_public,
  ${isOfExtension('pg_class', sql`c.oid`)} as is_of_extension, ${flags}
from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace cross join ${roles} r
  cross join lateral (select case when c.relkind in ('r', 'p') then 28 when c.relkind = 'm' then 0 else pg_catalog.pg_relation_is_updatable(c.oid, true) end as updatable) w
where n.nspname::text in (${names}) and c.relkind in ('r', 'p', 'v', 'm', 'f') and not c.relispartition`
}

function functions(names: Fragment): Fragment {
  const flags = ofEachRole((role, name) => [
    ...Object.keys(commands).map((command) => sql`false as ${ident(`${name}_${command}`)}`),
    sql`coalesce(pg_catalog.has_schema_privilege(${role}, n.oid, 'USAGE') and pg_catalog.has_function_privilege(${role}, f.oid, 'EXECUTE'), false) as ${ident(`${name}_calls`)}`,
    sql`false as ${ident(`${name}_reads_all`)}`,
    sql`false as ${ident(`${name}_writes_all`)}`,
  ])
  return sql`select f.oid::int8 as id, n.nspname::text as schema, f.proname::text as name, 'function'::text as kind,
  pg_catalog.pg_get_function_identity_arguments(f.oid) as arguments, pg_catalog.pg_get_userbyid(f.proowner)::text as owner,
  0 as policies, 0 as anon_policies, 0 as authenticated_policies, false as rls_enabled, f.prosecdef as has_owner_rights,
  exists (select from pg_catalog.aclexplode(coalesce(f.proacl, pg_catalog.acldefault('f', f.proowner))) x where x.grantee = '0') as is_public,
  ${isOfExtension('pg_proc', sql`f.oid`)} as is_of_extension, ${flags}
from pg_catalog.pg_proc f join pg_catalog.pg_namespace n on n.oid = f.pronamespace join pg_catalog.pg_type t on t.oid = f.prorettype
  cross join ${roles} r
where n.nspname::text in (${names}) and f.prokind = 'f' and (t.typtype <> 'p' or t.typname in ('void', 'record') or t.typname like 'any%')`
}

function isOfExtension(catalog: 'pg_class' | 'pg_proc', oid: Fragment): Fragment {
  const table = catalog === 'pg_class' ? sql`'pg_catalog.pg_class'::pg_catalog.regclass` : sql`'pg_catalog.pg_proc'::pg_catalog.regclass`
  return sql`exists (select from pg_catalog.pg_depend d where d.classid = ${table} and d.objid = ${oid} and d.deptype = 'e')`
}
