import { ident, literal, sql, toText, userAuthored } from '@colonnade/sql'
import type { Command } from '../statement.ts'

/** As whom to run: a role as the data API uses it, with claims; or a database role and nothing else (spec §3, database role state). */
export type ImpersonatedRole =
  | { readonly type: 'postgrest'; readonly role: string }
  | { readonly type: 'postgres' | 'custom'; readonly role?: string | undefined }

export interface Impersonation {
  readonly role?: ImpersonatedRole | undefined
  /** Claims of the token that a request would bring; the role's name alone when left out. */
  readonly unexpiredClaims?: Readonly<Record<string, unknown>> | undefined
  readonly sql: string
}

/**
 * A text run as somebody else, for the length of its own transaction: it must not hold `commit` or `rollback`. With a `postgrest` role it
 * sees what a request of the data API shows: role, request.jwt.claims, request.method, request.path and request.headers. Nothing that is
 * put before the text answers with rows. `offset` is where the text begins, in characters, to be taken off the positions of errors.
 *
 * @throws Error for a name that can be no role's
 */
export function getImpersonationSQL({ role, unexpiredClaims, sql: text }: Impersonation): Command & { readonly offset: number } {
  const before = toText(settingsOf(role, unexpiredClaims))
  return { sql: toText(sql`${userAuthored('statement', before)}${userAuthored('statement', text)}`), offset: Array.from(before).length }
}

function settingsOf(role: ImpersonatedRole | undefined, claims: Impersonation['unexpiredClaims']) {
  if (role?.role === undefined) return sql``
  const setRole = sql`set local role ${ident(role.role)};\n`
  if (role.type !== 'postgrest') return setRole
  const json = JSON.stringify(claims ?? { role: role.role })
  return sql`set local request.jwt.claims = ${literal(json)};
set local request.method = 'POST';
set local request.path = '/impersonation-example-request-path';
set local request.headers = '{"accept": "*/*"}';
${setRole}`
}
