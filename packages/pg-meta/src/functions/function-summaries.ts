import { nameLiteral, sql } from '@colonnade/sql'
import { z } from 'zod'
import { oid } from '../catalog/identifiers.ts'
import { listing, retrieval, type Statement } from '../statement.ts'
import { behaviors, functionSources } from './function-row.ts'

/** A function, procedure or aggregate in a list, without its body. */
export const FunctionSummary = z.object({
  id: z.number().int(),
  schema: z.string(),
  name: z.string(),
  type: z.enum(['function', 'procedure', 'aggregate']),
  /** With names and defaults. */
  argument_types: z.string(),
  /** As ALTER and DROP take them; they distinguish overloads. */
  identity_argument_types: z.string(),
  /** "SETOF users", "trigger"; empty for procedures. */
  return_type: z.string(),
  language: z.string(),
  behavior: z.enum(behaviors),
  security_definer: z.boolean(),
  comment: z.string().nullable(),
  /** The extension that it is a part of. */
  extension: z.string().nullable(),
})
export type FunctionSummary = z.infer<typeof FunctionSummary>

/** Functions, procedures and aggregates of a schema, overloads by their arguments. */
export function listFunctionSummaries({ schema }: { readonly schema: string }): Statement<z.ZodArray<typeof FunctionSummary>> {
  return listing(
    sql`select p.oid::int8 as id, n.nspname::text as schema, p.proname::text as name, case p.prokind when 'p' then 'procedure' when 'a' then 'aggregate' else 'function' end as type,
  pg_catalog.pg_get_function_arguments(p.oid) as argument_types,
  pg_catalog.pg_get_function_identity_arguments(p.oid) as identity_argument_types,
  coalesce(pg_catalog.pg_get_function_result(p.oid), '') as return_type,
  l.lanname::text as language,
  case p.provolatile when 'i' then 'IMMUTABLE' when 's' then 'STABLE' else 'VOLATILE' end as behavior,
  p.prosecdef as security_definer,
  pg_catalog.obj_description(p.oid, 'pg_proc') as comment,
  (select x.extname::text from pg_catalog.pg_depend d join pg_catalog.pg_extension x on x.oid = d.refobjid
    where d.classid = 'pg_catalog.pg_proc'::pg_catalog.regclass and d.objid = p.oid and d.deptype = 'e' and d.refclassid = 'pg_catalog.pg_extension'::pg_catalog.regclass
    limit 1) as extension
from pg_catalog.pg_proc p join pg_catalog.pg_namespace n on n.oid = p.pronamespace join pg_catalog.pg_language l on l.oid = p.prolang
where p.prokind <> 'w' and n.nspname = ${nameLiteral(schema)}
order by p.proname, identity_argument_types, p.oid;`,
    FunctionSummary,
  )
}

/** An argument in the words that make it. */
export const WrittenArgument = z.object({
  mode: z.enum(['in', 'out', 'inout', 'variadic', 'table']),
  /** Empty when it has none. */
  name: z.string(),
  type: z.string(),
  /** The type that a value is cast to: without the length that "character" and "bit" would mean there. */
  cast_type: z.string(),
  /** Of a type that is settled by each call, such as anyelement: a quoted value does not tell it. */
  is_pseudo: z.boolean(),
  default: z.string().nullable(),
})
export type WrittenArgument = z.infer<typeof WrittenArgument>

export const FunctionArguments = z.object({ id: z.number().int(), arguments: z.array(WrittenArgument) })
export type FunctionArguments = z.infer<typeof FunctionArguments>

/** The arguments of one function in their order. No row when it is gone. */
export function retrieveFunctionArguments({ id }: { readonly id: number }): Statement<z.ZodOptional<typeof FunctionArguments>> {
  return retrieval(
    sql`select p.oid::int8 as id, (
    select coalesce(pg_catalog.jsonb_agg(pg_catalog.jsonb_build_object(
      'mode', case p.proargmodes[a.position] when 'o' then 'out' when 'b' then 'inout' when 'v' then 'variadic' when 't' then 'table' else 'in' end,
      'name', coalesce(p.proargnames[a.position], ''),
      'type', pg_catalog.format_type(a.type, null),
      'cast_type', pg_catalog.format_type(a.type, -1),
      'is_pseudo', t.typtype = 'p',
      'default', pg_catalog.pg_get_function_arg_default(p.oid, a.position::int4)
    ) order by a.position), '[]')
    from pg_catalog.unnest(coalesce(p.proallargtypes, p.proargtypes::oid[])) with ordinality a (type, position)
    join pg_catalog.pg_type t on t.oid = a.type
  ) as arguments
${functionSources} and p.oid = ${oid(id)};`,
    FunctionArguments,
  )
}

export const Language = z.object({ name: z.string() })

/** Languages in which the user may write functions: those that anybody may, and as a superuser all but those of compiled code. */
export function listLanguages(): Statement<z.ZodArray<typeof Language>> {
  return listing(
    sql`select l.lanname::text as name from pg_catalog.pg_language l
where l.lanname not in ('internal', 'c') and pg_catalog.has_language_privilege(l.oid, 'USAGE')
order by l.lanname;`,
    Language,
  )
}
