import { ident, literal, sql, toText } from '@colonnade/sql'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../client.ts'
import { sqlKey } from '../keys/keys.ts'
import { runSql } from '../run-sql.ts'
import { claimsOfAnswer, keyClaims, tokenEvent, tokenUserOf, userClaims, type Claims, type TokenUser } from './claims.ts'

/** Users that a search gives. */
const maxUsers = 20
/** Functions that are offered as customizing tokens. */
const maxFunctions = 100

export interface RoleChoices {
  /** Roles that the project's own user can become. */
  readonly roles: readonly string[]
  readonly hasUsers: boolean
  /** Functions from jsonb to jsonb, which a token's claims could go through. */
  readonly functions: readonly { readonly schema: string; readonly name: string }[]
}

const choicesSql = toText(sql`select pg_catalog.jsonb_build_object(
  'roles', (select coalesce(pg_catalog.jsonb_agg(r.rolname order by r.rolname), '[]') from pg_catalog.pg_roles r
    where pg_catalog.pg_has_role(r.oid, 'MEMBER') and r.rolname !~ '^pg_' and r.rolname <> current_user),
  'hasUsers', coalesce(pg_catalog.has_table_privilege(pg_catalog.to_regclass('auth.users'), 'SELECT'), false),
  'functions', (select coalesce(pg_catalog.jsonb_agg(f order by f.schema, f.name), '[]') from (
    select n.nspname as schema, p.proname as name from pg_catalog.pg_proc p join pg_catalog.pg_namespace n on n.oid = p.pronamespace
    where p.prokind = 'f' and p.pronargs = 1 and p.proargtypes[0] = 'pg_catalog.jsonb'::pg_catalog.regtype and p.prorettype = 'pg_catalog.jsonb'::pg_catalog.regtype
      and n.nspname not in ('pg_catalog', 'information_schema', '_colonnade')
    order by 1, 2 limit ${maxFunctions}) f)
)::text;`)

/** Whom one can be in a project. */
export const roleChoicesQuery = (ref: string) =>
  queryOptions({
    queryKey: sqlKey(ref, 'role-choices'),
    queryFn: async ({ signal }): Promise<RoleChoices> => {
      const { results } = await runSql(ref, { query: choicesSql, read_only: true, signal })
      return JSON.parse(results[0]!.rows[0]![0]!) as RoleChoices
    },
    staleTime: 60_000,
  })

/** Users of the project whose address, number or id has a text in it. */
export const tokenUsersQuery = (ref: string, search: string) =>
  queryOptions({
    queryKey: sqlKey(ref, 'token-users', search),
    queryFn: async ({ signal }): Promise<readonly TokenUser[]> => {
      const pattern = literal(`%${search.trim().replaceAll(/[\\%_]/g, String.raw`\$&`)}%`)
      const query = toText(sql`select u.user::text from (select pg_catalog.to_jsonb(u) as user from auth.users u) u
where u.user ->> 'email' ~~* ${pattern} or u.user ->> 'phone' ~~ ${pattern} or u.user ->> 'id' ~~ ${pattern} limit ${maxUsers};`)
      const { results } = await runSql(ref, { query, read_only: true, signal })
      return (results[0]?.rows ?? []).map(([row]) => tokenUserOf(JSON.parse(row ?? 'null')))
    },
    staleTime: 10_000,
  })

/** The claims with which a key of the API comes. */
export function claimsOfKey(ref: string, role: string): Claims {
  return keyClaims(role, { ref, now: new Date() })
}

/**
 * The claims of a user's access token, through the function that customizes tokens where there is one.
 *
 * @throws AppError by SQLSTATE, Error when the function refuses the token
 */
export async function claimsOfUser(
  ref: string,
  user: TokenUser,
  customize: { readonly schema: string; readonly name: string } | null,
): Promise<Claims> {
  const { app_config: app } = await api.projectSettings.settings({ params: { ref } })
  const derived = userClaims(user, { ref, apiUrl: `${app.protocol}://${app.endpoint}`, now: new Date(), sessionId: crypto.randomUUID() })
  if (customize === null) return derived
  const event = literal(JSON.stringify(tokenEvent(user, derived)))
  const { results } = await runSql(ref, {
    query: toText(sql`select ${ident(customize.schema, customize.name)}(${event}::jsonb)::text;`),
    read_only: true,
  })
  return claimsOfAnswer(JSON.parse(results[0]?.rows[0]?.[0] ?? 'null'))
}
