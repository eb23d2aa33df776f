import { type Fragment, literal, nameLiteral, sql, toText } from '@colonnade/sql'
import { z } from 'zod'
import { type ById, isById, oid } from '../catalog/identifiers.ts'
import { mustProvide } from '../catalog/messages.ts'
import { selectList } from '../catalog/select-fields.ts'
import { argumentTypeIds } from './arguments.ts'

export const behaviors = ['IMMUTABLE', 'STABLE', 'VOLATILE'] as const
export const parallelModes = ['UNSAFE', 'RESTRICTED', 'SAFE'] as const

export const FunctionArgument = z.object({
  mode: z.enum(['in', 'out', 'inout', 'variadic', 'table']),
  /** Empty when it has none. */
  name: z.string(),
  type_id: z.number().int(),
  has_default: z.boolean(),
})
export type FunctionArgument = z.infer<typeof FunctionArgument>

/** A function or a procedure (spec §3). */
export const Function = z.object({
  id: z.number().int(),
  schema: z.string(),
  name: z.string(),
  language: z.string(),
  /** The body; of one of the SQL standard, BEGIN ATOMIC … END or RETURN …. */
  definition: z.string(),
  /** CREATE OR REPLACE with everything that makes it. */
  complete_statement: z.string(),
  args: z.array(FunctionArgument),
  /** With names and defaults. */
  argument_types: z.string(),
  /** As ALTER and DROP take them. */
  identity_argument_types: z.string(),
  return_type_id: z.number().int(),
  /** "SETOF users", "TABLE(id integer)"; empty for procedures. */
  return_type: z.string(),
  return_type_relation_id: z.number().int().nullable(),
  is_set_returning_function: z.boolean(),
  behavior: z.enum(behaviors),
  security_definer: z.boolean(),
  config_params: z.record(z.string(), z.string()).nullable(),
})
export type Function = z.infer<typeof Function>

/** What a row does not say. */
export const FunctionDetails = z.object({
  id: z.number().int(),
  type: z.enum(['function', 'procedure']),
  owner: z.string(),
  comment: z.string().nullable(),
  /** Not called when an argument is null. */
  strict: z.boolean(),
  leakproof: z.boolean(),
  parallel: z.enum(parallelModes),
  /** In units of cpu_operator_cost. */
  cost: z.number(),
  /** How many rows the planner expects; 0 unless it returns a set. */
  rows: z.number(),
})
export type FunctionDetails = z.infer<typeof FunctionDetails>

/** A function's row is one; `args` are its types in their order, as SQL writes them. */
export type FunctionIdentifier = ById | { readonly name: string; readonly schema?: string | undefined; readonly args?: readonly string[] | undefined }

export const functionFields = selectList({
  id: sql`p.oid::int8`,
  schema: sql`n.nspname::text`,
  name: sql`p.proname::text`,
  language: sql`l.lanname::text`,
  definition: sql`coalesce(pg_catalog.pg_get_function_sqlbody(p.oid), p.prosrc)`,
  complete_statement: sql`pg_catalog.pg_get_functiondef(p.oid)`,
  // what most functions have not is not unfolded for thousands of them
  args: sql`case when p.pronargs = 0 and p.proallargtypes is null then '[]'::json else (
    select pg_catalog.json_agg(pg_catalog.json_build_object(
      'mode', case a.mode when 'i' then 'in' when 'o' then 'out' when 'b' then 'inout' when 'v' then 'variadic' else 'table' end,
      'name', coalesce(p.proargnames[a.position], ''),
      'type_id', a.type::int8,
      'has_default', a.mode in ('i', 'b', 'v') and a.input > p.pronargs - p.pronargdefaults
    ) order by a.position)
    from (
      select t.type, t.position, coalesce(p.proargmodes[t.position], 'i') as mode,
        pg_catalog.count(*) filter (where coalesce(p.proargmodes[t.position], 'i') in ('i', 'b', 'v')) over (order by t.position) as input
      from pg_catalog.unnest(coalesce(p.proallargtypes, p.proargtypes::oid[])) with ordinality t (type, position)
    ) a
  ) end`,
  argument_types: sql`pg_catalog.pg_get_function_arguments(p.oid)`,
  identity_argument_types: sql`pg_catalog.pg_get_function_identity_arguments(p.oid)`,
  return_type_id: sql`p.prorettype::int8`,
  return_type: sql`coalesce(pg_catalog.pg_get_function_result(p.oid), '')`,
  return_type_relation_id: sql`(select nullif(t.typrelid, '0')::int8 from pg_catalog.pg_type t where t.oid = p.prorettype)`,
  is_set_returning_function: sql`p.proretset`,
  behavior: sql`case p.provolatile when 'i' then 'IMMUTABLE' when 's' then 'STABLE' else 'VOLATILE' end`,
  security_definer: sql`p.prosecdef`,
  config_params: sql`case when p.proconfig is not null then (
    select pg_catalog.json_object_agg(pg_catalog.split_part(setting, '=', 1), pg_catalog.substr(setting, pg_catalog.strpos(setting, '=') + 1))
    from pg_catalog.unnest(p.proconfig) setting
  ) end`,
})

export const detailFields = selectList({
  id: sql`p.oid::int8`,
  type: sql`case p.prokind when 'p' then 'procedure' else 'function' end`,
  owner: sql`pg_catalog.pg_get_userbyid(p.proowner)::text`,
  comment: sql`pg_catalog.obj_description(p.oid, 'pg_proc')`,
  strict: sql`p.proisstrict`,
  leakproof: sql`p.proleakproof`,
  parallel: sql`case p.proparallel when 's' then 'SAFE' when 'r' then 'RESTRICTED' else 'UNSAFE' end`,
  cost: sql`p.procost::float8`,
  rows: sql`p.prorows::float8`,
})

/** Functions and procedures; aggregates and window functions have their own statements. */
export const functionSources = sql`from pg_catalog.pg_proc p
  join pg_catalog.pg_namespace n on n.oid = p.pronamespace
  join pg_catalog.pg_language l on l.oid = p.prolang
where p.prokind in ('f', 'p')`

/** @throws Error 'Must provide either id or name and schema' */
export function functionCondition(identifier: FunctionIdentifier): Fragment {
  if (isById(identifier)) return sql`p.oid = ${oid(identifier.id)}`
  const { name, schema, args } = named(identifier)
  return sql`p.proname = ${nameLiteral(name)} and p.proargtypes = ${argumentTypeIds(args)}
  and p.pronamespace = (select s.oid from pg_catalog.pg_namespace s where s.nspname = ${nameLiteral(schema)})`
}

/** @throws Error as `functionCondition` */
export function cannotFindFunction(identifier: FunctionIdentifier): string {
  if (isById(identifier)) return `Cannot find function with: id = ${identifier.id}`
  const { name, schema, args } = named(identifier)
  return `Cannot find function with: name = ${shown(name)} and schema = ${shown(schema)} and args = ${shown(args.join(', '))}`
}

function named(identifier: Exclude<FunctionIdentifier, ById>): { name: string; schema: string; args: readonly string[] } {
  const { name, schema = 'public', args = [] } = identifier
  if (typeof name !== 'string' || name === '') throw new Error(mustProvide.idOrNameAndSchema)
  return { name, schema, args }
}

function shown(text: string): string {
  return toText(literal(text))
}
