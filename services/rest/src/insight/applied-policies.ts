import type { BatchStatement } from '@colonnade/pg'
import { type AppliedPolicy, type ExplainedRelation, relationKey } from '@colonnade/rest-query'
import type { Touched } from './touched-relations.ts'

/** Runs as the caller's role: whether row-level security is active depends on who asks. Roles of a policy count as Postgres counts them, by inheritance. */
const text = `select n.nspname, c.relname, c.relkind in ('v', 'm'), pg_catalog.pg_get_userbyid(c.relowner),
  coalesce((select o.option_value::bool from pg_catalog.pg_options_to_table(c.reloptions) o where o.option_name = 'security_invoker'), false),
  c.relrowsecurity, pg_catalog.row_security_active(c.oid),
  coalesce((select pg_catalog.json_agg(pg_catalog.json_build_object(
      'name', p.polname, 'command', p.polcmd, 'is_permissive', p.polpermissive,
      'roles', coalesce((select pg_catalog.json_agg(r.rolname order by r.rolname) from pg_catalog.pg_roles r where r.oid = any (p.polroles)), '["public"]'),
      'using', pg_catalog.pg_get_expr(p.polqual, p.polrelid), 'check', pg_catalog.pg_get_expr(p.polwithcheck, p.polrelid)
    ) order by p.polpermissive desc, p.polname)
    from pg_catalog.pg_policy p
    where p.polrelid = c.oid and exists (
      select from pg_catalog.unnest(p.polroles) r (oid) where r.oid = 0 or pg_catalog.pg_has_role(r.oid, 'USAGE'))), '[]')
from pg_catalog.json_to_recordset($1) asked (schema text, name text)
  join pg_catalog.pg_namespace n on n.nspname = asked.schema join pg_catalog.pg_class c on c.relnamespace = n.oid and c.relname = asked.name
order by n.nspname, c.relname`

/** Returns the relations that a request touches, and their policies for the current role. */
export function relationsStatement(touched: Touched): BatchStatement {
  const asked = [...touched.keys()].map((key) => {
    const [schema = '', name = ''] = key.split('\0')
    return { schema, name }
  })
  return { name: '', text, values: [JSON.stringify(asked)] }
}

const commands: Readonly<Record<string, AppliedPolicy['command']>> = { '*': 'all', r: 'select', a: 'insert', w: 'update', d: 'delete' }

interface PolicyRow extends Omit<AppliedPolicy, 'command'> {
  readonly command: string
}

/** Reads what the statement gave; of policies, those for what the request does. */
export function readRelations(rows: readonly (readonly (string | null)[])[], touched: Touched): ExplainedRelation[] {
  return rows.map(([schema, name, isView, owner, isInvoker, isEnabled, isActive, policies]) => {
    const done = touched.get(relationKey(schema!, name!)) ?? new Set()
    const all = (JSON.parse(policies!) as PolicyRow[]).map((policy): AppliedPolicy => ({ ...policy, command: commands[policy.command]! }))
    return {
      schema: schema!,
      name: name!,
      is_view: isView === 't',
      owner: owner!,
      is_invoker: isInvoker === 't',
      commands: [...done],
      is_rls_enabled: isEnabled === 't',
      is_rls_active: isActive === 't',
      policies: all.filter(({ command }) => command === 'all' || done.has(command)),
    }
  })
}
