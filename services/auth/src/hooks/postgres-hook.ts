import { isAppError } from '@colonnade/core'
import type { Database } from '@colonnade/pg'
import { ident, sql } from '@colonnade/sql'
import { AuthError } from '../errors.ts'
import { hookBytesMost, hookQueryMostMs } from '../limits.ts'

export interface PostgresHook {
  readonly schema: string
  readonly name: string
}

/** Reads `pg-functions://postgres/schema/function`; null for any other address. */
export function postgresHookOf(uri: string): PostgresHook | null {
  const [, schema, name] = /^pg-functions:\/\/postgres\/([^/]+)\/([^/]+)$/.exec(uri) ?? []
  return schema === undefined || name === undefined ? null : { schema, name }
}

/**
 * Calls a function of the project's, as the auth service's role, which may do nothing but what its owner has granted. `isRolledBack`: nothing
 * that it does is kept.
 *
 * @throws AuthError `hook_timeout`, `hook_payload_over_size_limit`, `unexpected_failure`
 */
export async function callPostgresHook(database: Database, { schema, name }: PostgresHook, payload: string, isRolledBack = false): Promise<unknown> {
  const uri = `pg-functions://postgres/${schema}/${name}`
  let found: Found | undefined
  try {
    await database.transaction(async (tx) => {
      await tx.run(sql`select pg_catalog.set_config('statement_timeout', ${String(hookQueryMostMs)}, true)`)
      found = await tx.first(sql`
        select pg_catalog.octet_length(made.output) as size, case when pg_catalog.octet_length(made.output) <= ${hookBytesMost} then made.output end as output
        from (select ${ident(schema, name)}(${payload}::jsonb)::text as output offset 0) made`)
      if (isRolledBack) throw new RolledBack()
    })
  } catch (error) {
    if (error instanceof RolledBack || (error instanceof Error && error.cause instanceof RolledBack)) return read(found)
    if (isAppError(error, 'query_cancelled')) {
      throw new AuthError('hook_timeout', `Failed to reach hook within maximum time of ${hookQueryMostMs / 1000} seconds`, { cause: error })
    }
    throw new AuthError('unexpected_failure', `Error running hook URI: ${uri}`, { cause: error })
  }
  return read(found)
}

/** Thrown out of a transaction that is to leave nothing. */
class RolledBack extends Error {}

interface Found {
  readonly size: number | null
  readonly output: string | null
}

function read(found: Found | undefined): unknown {
  if (found?.size == null) return null
  if (found.output === null) throw new AuthError('hook_payload_over_size_limit', `Payload size exceeds size limit of ${hookBytesMost} bytes`)
  try {
    return JSON.parse(found.output)
  } catch (error) {
    throw new AuthError('unexpected_failure', 'Error unmarshaling JSON output.', { cause: error })
  }
}
