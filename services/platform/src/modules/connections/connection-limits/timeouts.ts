import { logins, readerName } from '@colonnade/clusters'
import { type ConnectionTimeouts, type TimeoutName, timeoutNames } from '@colonnade/contracts/connections/connection-limits'
import type { AuditRecorder } from '@colonnade/http'
import type { Queryable, Transaction } from '@colonnade/pg'
import { ident, literal, sql } from '@colonnade/sql'
import type { PlatformContext } from '../../../kernel/context.ts'
import { objectTimeoutMs } from '../../../kernel/limits.ts'
import type { ProjectScope } from '../../../kernel/serve.ts'
import { askServer } from '../../../kernel/servers/ask-server.ts'
import { millisecondsOf } from './milliseconds.ts'

export function retrieveTimeouts(ctx: PlatformContext, { ref }: ProjectScope): Promise<ConnectionTimeouts> {
  return askServer(ctx.clusters, { ref, deadlineMs: objectTimeoutMs }, readTimeouts)
}

/** Stored in the database, and so in copies and backups. */
export async function updateTimeouts(
  ctx: PlatformContext,
  { ref, organizationId }: ProjectScope,
  input: { readonly [Name in TimeoutName]?: number | undefined },
  audit: AuditRecorder<Transaction>,
): Promise<ConnectionTimeouts> {
  const changed = timeoutNames.filter((name) => input[name] !== undefined)
  const timeouts = await ctx.database.transaction(async (tx) => {
    await audit(tx, { organizationId, projectRef: ref, details: input })
    return askServer(ctx.clusters, { ref, deadlineMs: objectTimeoutMs }, async (server) => {
      for (const name of changed) {
        await server.run(sql`alter database ${ident(logins.owner.database)} set ${ident(name)} = ${literal(String(input[name]))}`)
      }
      return readTimeouts(server)
    })
  })
  // shared connections started with the former values
  ctx.pooler()?.evict(ref)
  return timeouts
}

async function readTimeouts(server: Queryable): Promise<ConnectionTimeouts> {
  const kept = await server.rows<{ role: string | null; name: TimeoutName; value: string }>(sql`
    select r.rolname as role, split_part(each, '=', 1) as name, split_part(each, '=', 2) as value
    from pg_catalog.pg_db_role_setting s cross join unnest(s.setconfig) each
      left join pg_catalog.pg_roles r on r.oid = s.setrole left join pg_catalog.pg_database d on d.oid = s.setdatabase
    where split_part(each, '=', 1) = any(${timeoutNames}) and (s.setdatabase = 0 or d.datname = ${logins.owner.database})
      -- the platform's own have what they need
      and (s.setrole = 0 or (r.oid <> 10 and r.rolname <> all(array[${readerName}, 'supabase_auth_admin', 'platform_realtime'])))
    order by r.rolname, s.setdatabase desc, 2`)
  const database = { statement_timeout: 0, idle_in_transaction_session_timeout: 0 }
  const roles: ConnectionTimeouts['roles'] = []
  for (const { role, name, value } of kept) {
    if (role === null) database[name] = millisecondsOf(value)
    // a role's setting in this database wins over its general one
    else if (!roles.some((other) => other.role === role && other.name === name)) {
      roles.push({ role, name, value: millisecondsOf(value) })
    }
  }
  return { database, roles }
}
