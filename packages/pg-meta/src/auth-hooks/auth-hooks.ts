import { ident, sql } from '@colonnade/sql'
import { z } from 'zod'
import { type Command, command, listing, type Statement } from '../statement.ts'

/** A function that the auth service can call as a hook. */
export const HookFunction = z.object({
  schema: z.string(),
  name: z.string(),
  comment: z.string().nullable(),
  /** Whether the auth service has the privileges to call it. */
  is_callable: z.boolean(),
  /** Whether clients of the data API can also call it. */
  is_exposed: z.boolean(),
})
export type HookFunction = z.infer<typeof HookFunction>

/** The role of the auth service. */
const service = ident('supabase_auth_admin')

/** Functions of one jsonb argument that return jsonb, in schemas of the project, with names that a hook's URI can hold. */
export function listHookFunctions(): Statement<z.ZodArray<typeof HookFunction>> {
  return listing(
    sql`select n.nspname::text as schema, p.proname::text as name, pg_catalog.obj_description(p.oid, 'pg_proc') as comment,
  coalesce((select pg_catalog.has_schema_privilege(r.oid, n.oid, 'usage') and pg_catalog.has_function_privilege(r.oid, p.oid, 'execute')
    from pg_catalog.pg_roles r where r.rolname = 'supabase_auth_admin'), false) as is_callable,
  exists (select from pg_catalog.pg_roles r where r.rolname in ('anon', 'authenticated')
    and pg_catalog.has_schema_privilege(r.oid, n.oid, 'usage') and pg_catalog.has_function_privilege(r.oid, p.oid, 'execute')) as is_exposed
from pg_catalog.pg_proc p join pg_catalog.pg_namespace n on n.oid = p.pronamespace
where p.prokind = 'f' and not p.proretset and p.pronargs = 1 and p.proargtypes[0] = 'pg_catalog.jsonb'::pg_catalog.regtype
  and p.prorettype = 'pg_catalog.jsonb'::pg_catalog.regtype
  and n.nspname !~ '^pg_' and n.nspname not in ('information_schema', 'auth') and n.nspname ~ '^[A-Za-z_][A-Za-z0-9_$]*$' and p.proname ~ '^[A-Za-z_][A-Za-z0-9_$]*$'
  and not exists (select from pg_catalog.pg_depend d
    where d.classid = 'pg_catalog.pg_proc'::pg_catalog.regclass and d.objid = p.oid and d.deptype = 'e')
order by 1, 2;`,
    HookFunction,
  )
}

/** Lets the auth service call a function as a hook, and nobody else who comes from outside. */
export function grantHook({ schema, name }: Pick<HookFunction, 'schema' | 'name'>): Command {
  const target = sql`${ident(schema, name)}(jsonb)`
  return command(
    sql`grant usage on schema ${ident(schema)} to ${service};`,
    sql`grant execute on function ${target} to ${service};`,
    sql`revoke execute on function ${target} from public, anon, authenticated;`,
  )
}
