import { ownRoles } from '@colonnade/clusters'
import type { Queryable } from '@colonnade/pg'
import { sql } from '@colonnade/sql'
import type { Secrets } from '@colonnade/secrets'

interface KeptLogin {
  readonly role: string
  readonly verifier: string
  readonly validUntil: string | null
}

/** Most roles to store; with more, clients wake the project before they have sent a password. */
const most = 5_000

const contextOf = (ref: string): string => `project_sleeps.logins.${ref}`

/** Reads the password logins, sealed, so that a sleeping project isn't woken to reject strangers. Returns null if there are too many. */
export async function readLogins(client: Queryable, secrets: Pick<Secrets, 'seal'>, ref: string): Promise<string | null> {
  const found = await client.rows<KeptLogin>(sql`
    select rolname as role, rolpassword as verifier, rolvaliduntil::text as "validUntil" from pg_catalog.pg_authid
    where rolpassword is not null and rolcanlogin and not rolsuper and rolname <> all(${ownRoles})
      and coalesce(rolvaliduntil, 'infinity') > now() limit ${most + 1}`)
  return found.length > most ? null : secrets.seal(JSON.stringify(found), contextOf(ref))
}

/** Returns a role's login as of when its project fell asleep; null for none, 'unknown' if they weren't stored. */
export async function findKeptLogin(
  { database, secrets }: { readonly database: Queryable; readonly secrets: Pick<Secrets, 'open'> },
  ref: string,
  role: string,
): Promise<{ readonly verifier: string; readonly canLogin: true; readonly isKept: true } | null | 'unknown'> {
  const sleep = await database.first<{ logins: string | null }>(sql`select logins from project_sleeps where ref = ${ref} and woken_at is null`)
  if (!sleep?.logins) return 'unknown'
  const kept = (JSON.parse(secrets.open(sleep.logins, contextOf(ref))) as KeptLogin[]).find((each) => each.role === role)
  if (!kept || (kept.validUntil !== null && Date.parse(kept.validUntil) < Date.now())) return null
  return { verifier: kept.verifier, canLogin: true, isKept: true }
}
