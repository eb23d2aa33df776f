import { AppError } from '@colonnade/core'
import { withClient } from '@colonnade/pg'
import { sql } from '@colonnade/sql'
import type { ClusterEndpoint } from '../clusters.ts'
import { targetOf } from '../logins.ts'
import { connectionFailure } from './connection-failure.ts'

/** The oldest major version that projects may connect to. */
export const oldestMajor = 15

const connectTimeoutMs = 10_000

/** What a server says of itself, and what its login may do there. */
export interface Examination {
  /** e.g. "17.2" */
  readonly version: string
  readonly user: string
  readonly isSuperuser: boolean
  /** It is a standby, or takes no changes from this login. */
  readonly isReadOnly: boolean
  /** May create schemas in the database. */
  readonly canCreate: boolean
}

/**
 * Connects as a project would and looks whether it can work there. Changes nothing.
 *
 * @throws AppError `database_connection_failed` with `details.reason`, see `FailureReason`
 */
export async function examine(endpoint: ClusterEndpoint): Promise<Examination> {
  const target = { ...targetOf(endpoint, 'owner'), applicationName: 'colonnade-check', connectTimeoutMs }
  const settings = { ...target.settings, statement_timeout: String(connectTimeoutMs) }
  const row = await withClient({ ...target, settings }, (client) =>
    client.first<Record<string, unknown>>(sql`
      select current_setting('server_version_num')::int / 10000 as major, current_setting('server_version') as version, current_user as user,
        current_setting('is_superuser') = 'on' as superuser, current_setting('transaction_read_only') = 'on' as readonly,
        has_database_privilege(current_database(), 'CREATE') as creates,
        exists (select from pg_catalog.pg_namespace n where n.nspname !~ '^(pg_|information_schema$)' and has_schema_privilege(n.oid, 'USAGE')) as uses`),
  ).catch((error: unknown) => {
    throw connectionFailure(error, endpoint)
  })
  // whatever answers may not be Postgres at all
  const { major, version, user, superuser, readonly, creates, uses } = row ?? {}
  if (typeof major !== 'number' || typeof version !== 'string') {
    throw failure('not_postgres', 'This isn’t a Postgres server. Check the host and the port.')
  }
  if (major < oldestMajor) {
    throw failure('too_old', `The server runs Postgres ${major}. Colonnade needs Postgres ${oldestMajor} or later.`)
  }
  if (uses !== true && creates !== true) {
    throw failure(
      'missing_rights',
      `The user "${endpoint.login?.user}" has no access to any schema of this database. Grant it USAGE on a schema, then try again.`,
    )
  }
  return {
    version: /^\d+(\.\d+)*/.exec(version)?.[0].slice(0, 20) ?? String(major),
    user: String(user).slice(0, 63),
    isSuperuser: superuser === true,
    isReadOnly: readonly === true,
    canCreate: creates === true,
  }
}

function failure(reason: string, message: string): AppError {
  return new AppError('database_connection_failed', { reason }, { message })
}
