import { type Fragment, literal, sql } from '@colonnade/sql'
import { z } from 'zod'
import { triedSqlstate } from './policy-trial.ts'

/** What trials of services have in common: which policies apply to a role, and what each says alone. */

/** A policy that applies to the role. */
export const TriedPolicy = z.object({
  name: z.string(),
  isPermissive: z.boolean(),
  command: z.enum(['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'ALL']),
})
export type TriedPolicy = z.infer<typeof TriedPolicy>

/** One expression of a policy, tried alone on a row: as it is, or as the action would leave it. */
export const TriedExpression = z.object({
  /** Which of `policies`. */
  policy: z.number().int(),
  command: z.enum(['SELECT', 'INSERT', 'UPDATE', 'DELETE']),
  row: z.enum(['before', 'after']),
  isTrue: z.boolean().nullable(),
  /** What it failed with. */
  error: z.string().nullable(),
})
export type TriedExpression = z.infer<typeof TriedExpression>

/** Why no policy holds for a role. */
export const Unbound = z.enum(['off', 'bypasses', 'owner'])
export type Unbound = z.infer<typeof Unbound>

/** An expression that an action has to pass, and on which row. */
export type Need = readonly [command: TriedExpression['command'], expression: 'using' | 'check', row: TriedExpression['row']]

/** Policies that are tried; an error carries no more. */
const policiesMost = 200

/** The variables of PL/pgSQL that the blocks below use, beside `wanted_role` and what `tryExpressions` is given. */
export const triedVariables: Fragment = sql`unbound pg_catalog.text;
  policies pg_catalog.jsonb;
  expressions pg_catalog.jsonb;
  need pg_catalog.jsonb;
  policy record;
  verdict pg_catalog.bool;
  failure pg_catalog.text;`

/** Reads from the catalog what holds for the role on a table, into `unbound` and `policies`. */
export function readPolicies(table: string): Fragment {
  const oid = sql`${literal(table)}::pg_catalog.regclass`
  return sql`select case when not c.relrowsecurity then 'off' when r.rolsuper or r.rolbypassrls then 'bypasses'
    when pg_catalog.pg_has_role(r.oid, c.relowner, 'USAGE') and not c.relforcerowsecurity then 'owner' end
    into unbound from pg_catalog.pg_class c, pg_catalog.pg_roles r where c.oid = ${oid} and r.rolname = wanted_role;
  select coalesce(pg_catalog.jsonb_agg(pg_catalog.jsonb_build_object('name', p.polname, 'isPermissive', p.polpermissive,
    'command', case p.polcmd when 'r' then 'SELECT' when 'a' then 'INSERT' when 'w' then 'UPDATE' when 'd' then 'DELETE' else 'ALL' end,
    'using', p.qual, 'check', coalesce(p.checked, p.qual)) order by p.polname), '[]') into policies
    from (
      select polname, polpermissive, polcmd, pg_catalog.pg_get_expr(polqual, polrelid) as qual, pg_catalog.pg_get_expr(polwithcheck, polrelid) as checked
      from pg_catalog.pg_policy where polrelid = ${oid} and exists (
        select from pg_catalog.unnest(polroles) granted where granted = 0 or pg_catalog.pg_has_role(wanted_role, granted, 'USAGE'))
      order by polname limit ${policiesMost}
    ) p;`
}

export interface TriedExpressions {
  /** Text of JSON: what has to be passed, as `Need`s. */
  readonly needs: Fragment
  /** Name of the table, which expressions call their columns by. */
  readonly table: string
  /** The row of what `need` is about. */
  readonly row: Fragment
  /** Statements that make the block the role's. */
  readonly asRole: Fragment
}

/** Tries each expression alone, as the role, into `expressions`. */
export function tryExpressions({ needs, table, row, asRole }: TriedExpressions): Fragment {
  return sql`expressions := '[]';
    for need in select pg_catalog.jsonb_array_elements(${needs}) loop
      for policy in select place - 1 as place, value ->> 'command' as command, value ->> (need ->> 1) as expression
        from pg_catalog.jsonb_array_elements(policies) with ordinality as of_role (value, place)
      loop
        continue when policy.command not in ('ALL', need ->> 0) or policy.expression is null or unbound is not null;
        verdict := null;
        failure := null;
        begin
          ${asRole}
          execute pg_catalog.format(${literal(`select (%s)::pg_catalog.bool from pg_catalog.unnest(array[$1]) as ${table}`)}, policy.expression)
            into verdict using ${row};
          raise exception using errcode = ${literal(triedSqlstate)};
        exception when others then
          if sqlstate <> ${literal(triedSqlstate)} then failure := pg_catalog.left(sqlerrm, 500); end if;
        end;
        expressions := expressions || pg_catalog.jsonb_build_object('policy', policy.place, 'command', need ->> 0, 'row', need ->> 2,
          'isTrue', verdict, 'error', failure);
      end loop;
    end loop;`
}

/** The policies as a report names them. */
export const reportedPolicies: Fragment = sql`(select coalesce(pg_catalog.jsonb_agg(value - 'using' - 'check'), '[]') from pg_catalog.jsonb_array_elements(policies))`
