import { ident, join, sql } from '@colonnade/sql'
import { isExposedSchema, isNoExtensions, isOpenTo, isOwnSchema, type Named, type Rule, rule, shown } from './rule.ts'
import { lintText } from './messages.ts'

const tables = sql`pg_class c join pg_namespace n on n.oid = c.relnamespace`
const isOwnTable = sql`c.relkind in ('r', 'p') and ${isOwnSchema} and ${isNoExtensions('pg_class', sql`c.oid`)}`
const hasPolicy = sql`exists (select from pg_policy p where p.polrelid = c.oid)`

const enableRowSecurity = ({ schema, name }: Named) => sql`alter table ${ident(schema, name)} enable row level security;`
const ofTable = ({ schema, name }: Named) => ({ metadata: { schema, name, type: 'table' }, key: shown(schema, name) })

interface DefinerFunction extends Named {
  /** Schema and name of the type of each input argument. */
  readonly arguments: readonly (readonly [string, string])[]
  readonly shown_types: string
}

export const securityRules: readonly Rule[] = [
  rule<Named>({
    name: 'rls_disabled_in_public',
    title: lintText.rlsDisabled.title,
    level: 'ERROR',
    categories: ['SECURITY'],
    description: lintText.rlsDisabled.description,
    query: sql`select n.nspname as schema, c.relname as name from ${tables}
      where ${isOwnTable} and not c.relrowsecurity and ${isExposedSchema}
        and ${isOpenTo('select, insert, update, delete, truncate', 'select, insert, update')}`,
    find: (row) => ({
      detail: lintText.rlsDisabled.detail(shown(row.schema, row.name)),
      remediation: enableRowSecurity(row),
      ...ofTable(row),
    }),
  }),
  rule<Named>({
    name: 'policy_exists_rls_disabled',
    title: lintText.policiesOff.title,
    level: 'ERROR',
    categories: ['SECURITY'],
    description: lintText.policiesOff.description,
    query: sql`select n.nspname as schema, c.relname as name from ${tables} where ${isOwnTable} and not c.relrowsecurity and ${hasPolicy}`,
    find: (row) => ({
      detail: lintText.policiesOff.detail(shown(row.schema, row.name)),
      remediation: enableRowSecurity(row),
      ...ofTable(row),
    }),
  }),
  rule<Named>({
    name: 'security_definer_view',
    title: lintText.definerView.title,
    level: 'ERROR',
    categories: ['SECURITY'],
    description: lintText.definerView.description,
    query: sql`select n.nspname as schema, c.relname as name from ${tables} join pg_roles o on o.oid = c.relowner
      where c.relkind = 'v' and (o.rolsuper or o.rolbypassrls) and ${isOwnSchema} and ${isExposedSchema} and ${isNoExtensions('pg_class', sql`c.oid`)}
        and not exists (select from pg_options_to_table(c.reloptions) o where o.option_name = 'security_invoker' and o.option_value::bool)
        and ${isOpenTo('select', 'select')}`,
    find: ({ schema, name }) => ({
      detail: lintText.definerView.detail(shown(schema, name)),
      remediation: sql`alter view ${ident(schema, name)} set (security_invoker = true);`,
      metadata: { schema, name, type: 'view' },
      key: shown(schema, name),
    }),
  }),
  rule<Named & { readonly policy: string; readonly role: string }>({
    name: 'rls_policy_always_true',
    title: lintText.alwaysTrue.title,
    level: 'WARN',
    categories: ['SECURITY'],
    description: lintText.alwaysTrue.description,
    query: sql`select n.nspname as schema, c.relname as name, p.polname as policy, min(r.rolname) as role
      from ${tables} join pg_policy p on p.polrelid = c.oid join pg_roles r on r.rolname in ('anon', 'authenticated')
      where ${isOwnTable} and c.relrowsecurity and ${isExposedSchema} and p.polpermissive and has_schema_privilege(r.oid, n.oid, 'usage')
        and exists (select from unnest(p.polroles) m where m = 0 or pg_has_role(r.oid, m, 'usage'))
        and (p.polcmd in ('*', 'a') and coalesce(pg_get_expr(p.polwithcheck, p.polrelid), pg_get_expr(p.polqual, p.polrelid)) = 'true'
            and has_any_column_privilege(r.oid, c.oid, 'insert')
          or p.polcmd in ('*', 'w') and pg_get_expr(p.polqual, p.polrelid) = 'true' and has_any_column_privilege(r.oid, c.oid, 'update')
          or p.polcmd in ('*', 'd') and pg_get_expr(p.polqual, p.polrelid) = 'true' and has_table_privilege(r.oid, c.oid, 'delete'))
        and not exists (select from pg_policy o where o.polrelid = c.oid and not o.polpermissive)
      group by n.nspname, c.relname, p.polname`,
    find: ({ schema, name, policy, role }) => ({
      detail: lintText.alwaysTrue.detail(shown(policy), shown(schema, name), role),
      // only a person knows who owns which rows
      remediation: null,
      metadata: { schema, name, type: 'table' },
      key: `${shown(schema, name)} ${shown(policy)}`,
    }),
  }),
  rule<DefinerFunction>({
    name: 'function_search_path_mutable',
    title: lintText.searchPath.title,
    level: 'WARN',
    categories: ['SECURITY'],
    description: lintText.searchPath.description,
    query: sql`select n.nspname as schema, p.proname as name, p.oid, a.arguments, a.shown_types
      from pg_proc p join pg_namespace n on n.oid = p.pronamespace, lateral (
          select coalesce(json_agg(json_build_array(tn.nspname, t.typname) order by a.place), '[]') as arguments,
            coalesce(string_agg(format_type(t.oid, null), ', ' order by a.place), '') as shown_types
          from unnest(p.proargtypes) with ordinality a (type, place) join pg_type t on t.oid = a.type join pg_namespace tn on tn.oid = t.typnamespace
        ) a
      where p.prosecdef and p.prokind in ('f', 'p', 'w') and ${isOwnSchema} and ${isNoExtensions('pg_proc', sql`p.oid`)}
        and not exists (select from unnest(p.proconfig) setting where setting like 'search\_path=%')`,
    find: ({ schema, name, arguments: types, shown_types: shownTypes }) => {
      const called = sql`${ident(schema, name)}(${join(types.map(([typeSchema, type]) => ident(typeSchema, type)))})`
      const path = [...new Set([schema, 'public', 'extensions', 'pg_temp'])]
      const signature = `${shown(schema, name)}(${shownTypes})`
      return {
        detail: lintText.searchPath.detail(signature),
        // the names it resolves today through the database's own path
        remediation: sql`alter routine ${called} set search_path = ${join(path.map((each) => ident(each)))};`,
        metadata: { schema, name, type: 'function' },
        key: signature,
      }
    },
  }),
  rule<Named & { readonly can_be_made_again: boolean }>({
    name: 'extension_in_public',
    title: lintText.extensionInPublic.title,
    level: 'WARN',
    categories: ['SECURITY'],
    description: lintText.extensionInPublic.description,
    query: sql`select n.nspname as schema, e.extname as name, e.extconfig is null as can_be_made_again
      from pg_extension e join pg_namespace n on n.oid = e.extnamespace where n.nspname = 'public'`,
    find: ({ schema, name, can_be_made_again }) => ({
      detail: lintText.extensionInPublic.detail(shown(name)),
      // its objects belong to the platform, so only a superuser could move them; an extension in use isn't dropped
      remediation: can_be_made_again
        ? sql`create schema if not exists extensions; drop extension ${ident(name)}; create extension ${ident(name)} schema extensions;`
        : null,
      metadata: { schema, name, type: 'extension' },
      key: shown(name),
    }),
  }),
  rule<{ readonly name: string }>({
    name: 'md5_password',
    title: lintText.md5Password.title,
    level: 'WARN',
    categories: ['SECURITY'],
    description: lintText.md5Password.description,
    query: sql`select null::text as schema, rolname as name from pg_authid where rolcanlogin and rolpassword ~ '^md5[0-9a-f]{32}$'`,
    find: ({ name }) => ({
      detail: lintText.md5Password.detail(shown(name)),
      remediation: null,
      metadata: { schema: null, name, type: 'role' },
      key: shown(name),
    }),
  }),
  rule<Named>({
    name: 'rls_enabled_no_policy',
    title: lintText.noPolicy.title,
    level: 'INFO',
    categories: ['SECURITY'],
    description: lintText.noPolicy.description,
    query: sql`select n.nspname as schema, c.relname as name from ${tables} where ${isOwnTable} and c.relrowsecurity and not ${hasPolicy}`,
    find: (row) => ({
      detail: lintText.noPolicy.detail(shown(row.schema, row.name)),
      remediation: null,
      ...ofTable(row),
    }),
  }),
]
