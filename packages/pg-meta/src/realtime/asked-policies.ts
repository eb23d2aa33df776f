import { type Fragment, literal, sql } from '@colonnade/sql'
import { z } from 'zod'

/** Policies that are tried; an error carries no more. */
const policiesMost = 100

/** Why no policy holds for a role; null where they do. */
export const Unbound = z.enum(['off', 'bypasses', 'owner']).nullable()
export type Unbound = z.infer<typeof Unbound>

/** A policy that applies to a role, and what its expression said alone. */
export const AskedPolicy = z.object({
  name: z.string(),
  isPermissive: z.boolean(),
  command: z.enum(['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'ALL']),
})

/** SQL: why no policy of the table `target` holds for `wanted_role`. */
export const unboundOf = (target: Fragment): Fragment => sql`(
    select case when not c.relrowsecurity then 'off' when r.rolsuper or r.rolbypassrls then 'bypasses'
      when pg_catalog.pg_has_role(r.oid, c.relowner, 'USAGE') and not c.relforcerowsecurity then 'owner' end
    from pg_catalog.pg_class c, pg_catalog.pg_roles r where c.oid = ${target} and r.rolname = wanted_role)`

/** SQL: the policies of the table `target` that apply to `wanted_role`, by name, as JSON. */
export const policiesOf = (target: Fragment): Fragment => sql`(
    select coalesce(pg_catalog.jsonb_agg(pg_catalog.jsonb_build_object('name', p.polname, 'isPermissive', p.polpermissive,
      'command', case p.polcmd when 'r' then 'SELECT' when 'a' then 'INSERT' when 'w' then 'UPDATE' when 'd' then 'DELETE' else 'ALL' end,
      'using', p.qual, 'check', coalesce(p.checked, p.qual)) order by p.polname), '[]')
    from (
      select polname, polpermissive, polcmd, pg_catalog.pg_get_expr(polqual, polrelid) as qual, pg_catalog.pg_get_expr(polwithcheck, polrelid) as checked
      from pg_catalog.pg_policy where polrelid = ${target} and exists (
        select from pg_catalog.unnest(polroles) granted where granted = 0 or pg_catalog.pg_has_role(wanted_role, granted, 'USAGE'))
      order by polname limit ${policiesMost}
    ) p)`

export interface Asker {
  /** Of the token. */
  readonly role: string
  readonly claims: Readonly<Record<string, unknown>>
}

/** Declares who asks; see `becomeAsker`. */
export function declareAsker({ role, claims }: Asker, topic: string): Fragment {
  const sub = typeof claims['sub'] === 'string' ? claims['sub'] : ''
  return sql`wanted_role constant pg_catalog.text := ${literal(role)};
  claims constant pg_catalog.text := ${literal(JSON.stringify(claims))};
  user_id constant pg_catalog.text := ${literal(sub)};
  wanted_topic constant pg_catalog.text := ${literal(topic)};`
}

/** What the realtime service sets for a question, until the block around it ends with an error, as it always does. The role comes last. */
export const becomeAsker: Fragment = sql`perform pg_catalog.set_config('search_path', 'public, extensions', true),
            pg_catalog.set_config('realtime.topic', wanted_topic, true),
            pg_catalog.set_config('request.jwt.claims', claims, true),
            pg_catalog.set_config('request.jwt.claim.sub', user_id, true),
            pg_catalog.set_config('request.jwt.claim.role', wanted_role, true),
            pg_catalog.set_config('request.headers', '{}', true);
          perform pg_catalog.set_config('role', wanted_role, true);`
