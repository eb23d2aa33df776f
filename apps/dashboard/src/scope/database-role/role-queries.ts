import { ident, literal, sql, toText } from '@colonnade/sql'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../client.ts'
import { sqlKey } from '../keys/keys.ts'
import { runSql } from '../run-sql.ts'
import { dataApi } from '../data-client.ts'
import { type AssuranceLevel, claimsOfAnswer, keyClaims, tokenEvent, userClaims, type Claims, type TokenUser } from './claims.ts'
import type { FoundUser } from './found-users.ts'

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

/** The claims with which a key of the API comes. */
export function claimsOfKey(ref: string, role: string): Claims {
  return keyClaims(role, { ref, now: new Date() })
}

export interface UserClaimsOptions {
  readonly aal: AssuranceLevel
  /** A function that customizes tokens, to be asked as the hook would. */
  readonly customize: { readonly schema: string; readonly name: string } | null
}

/**
 * The claims of a user's access token: of one that was found, as the auth service makes them; of one that somebody wrote, by the same rules.
 *
 * @throws AppError `auth_user_not_found`, by SQLSTATE; Error when the function refuses the token
 */
export async function claimsOfUser(ref: string, user: FoundUser | TokenUser, { aal, customize }: UserClaimsOptions): Promise<Claims> {
  const derived = await derivedClaims(ref, user, aal)
  if (customize === null) return derived
  const event = literal(JSON.stringify(tokenEvent(user, derived)))
  const { results } = await runSql(ref, {
    query: toText(sql`select ${ident(customize.schema, customize.name)}(${event}::jsonb)::text;`),
    read_only: true,
  })
  return claimsOfAnswer(JSON.parse(results[0]?.rows[0]?.[0] ?? 'null'))
}

async function derivedClaims(ref: string, user: FoundUser | TokenUser, aal: AssuranceLevel): Promise<Claims> {
  const row = 'row' in user ? user.row : user
  if (row === null) return (await dataApi.authUsers.claims({ params: { ref, id: user.id }, query: { aal } })).claims
  const { app_config: app } = await api.projectSettings.settings({ params: { ref } })
  return userClaims(row, { ref, aal, apiUrl: `${app.protocol}://${app.endpoint}`, now: new Date(), sessionId: crypto.randomUUID() })
}
