import { type Queryable, withClient } from '@colonnade/pg'
import { sql } from '@colonnade/sql'
import { AppError } from '@colonnade/core'
import type { ClusterEndpoint } from '../../clusters.ts'
import { logins } from '../../logins.ts'
import { type OwnNames, ownNames } from '../../own-names.ts'

export interface FoundNames {
  readonly names: OwnNames
  readonly isStandby: boolean
}

/**
 * Asks a server what our roles are called there. A name alone proves nothing, since an owner may have made a role of either: ours is the one
 * with the OID that initdb gives.
 *
 * @throws AppError
 */
export async function readNames(server: ClusterEndpoint): Promise<FoundNames> {
  let refusal: unknown
  // a replica may replay the renaming between two questions
  for (const names of ['current', 'former', 'current'] as const) {
    try {
      const found = await askAs(server, names, (client) =>
        client.first<{ is_standby: boolean; is_own: boolean }>(sql`
          select pg_is_in_recovery() as is_standby, exists (select from pg_roles where oid = 10 and rolname = session_user) as is_own`),
      )
      if (found?.is_own === true) return { names, isStandby: found.is_standby }
    } catch (error) {
      refusal = error
    }
  }
  throw refusal ?? new AppError('cluster_start_failed', {}, { message: 'The database server has no Colonnade superuser' })
}

/** Short enough to report a hanging server early without delaying its start. */
const patienceMs = 10_000

/** Runs in a database that the owner can't drop or rename, and ignores the owner's settings. */
export function askAs<T>(server: ClusterEndpoint, names: OwnNames, work: (client: Queryable) => Promise<T>): Promise<T> {
  const settings = { ...logins.administrator.settings, search_path: '', statement_timeout: String(patienceMs) }
  const target = { ...server, user: ownNames[names].administrator, database: 'template1', settings }
  return withClient({ ...target, applicationName: 'colonnade-names', connectTimeoutMs: patienceMs }, work)
}
