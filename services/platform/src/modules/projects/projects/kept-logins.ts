import { ownRoles } from '@colonnade/clusters'
import type { Queryable } from '@colonnade/pg'
import { sql } from '@colonnade/sql'
import type { Secrets } from '@colonnade/secrets'

interface KeptLogin {
  readonly role: string
  readonly verifier: string
  readonly validUntil: string | null
}

/** More roles than these are not kept: clients then wake the project before they have shown a password. */
const most = 5_000

const contextOf = (ref: string): string => `project_sleeps.logins.${ref}`

/** Reads who can log in with a password, sealed: so that a sleeping project need not be woken to tell a client from a stranger. Null for too many. */
export async function readLogins(client: Queryable, secrets: Pick<Secrets, 'seal'>, ref: string): Promise<string | null> {
  const found = await client.rows<KeptLogin>(sql`
    select rolname as role, rolpassword as verifier, rolvaliduntil::text as "validUntil" from pg_catalog.pg_authid
    where rolpassword is not null and rolcanlogin and not rolsuper and rolname <> all(${ownRoles})
      and coalesce(rolvaliduntil, 'infinity') > now() limit ${most + 1}`)
  return found.length > most ? null : secrets.seal(JSON.stringify(found), contextOf(ref))
}

/** Returns the login of a role with which its project fell asleep; null for none, 'unknown' where they were not kept. */
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
