import { type Fleet, isOurTable } from '@colonnade/clusters'
import type { Clock, Logger } from '@colonnade/core'
import type { Database } from '@colonnade/pg'
import { sql } from '@colonnade/sql'
import { activeUsersDeadlineMs } from '../../../../kernel/limits.ts'
import { askServer } from '../../../../kernel/servers/ask-server.ts'
import { type MonthlyCount, recordMonthlyCounts } from './monthly-counts.ts'

export interface ActiveUsersParts {
  readonly clusters: Fleet
  readonly database: Database
  readonly clock: Clock
  readonly logger: Logger
}

/**
 * Counts the users who were active in a project, this month and the last, if its server runs. Never fails: users whom nobody could count now are
 * counted when the server is asked next.
 */
export async function collectActiveUsers({ clusters, database, clock, logger }: ActiveUsersParts, ref: string): Promise<void> {
  try {
    if (clusters.can(ref, 'machine') === undefined || (await clusters.status(ref)).state !== 'running') return
    await recordMonthlyCounts(database, clock.date(), 'monthly_active_users', await readActiveUsers(clusters, ref))
  } catch (error) {
    logger.debug('active users not counted', { ref, error })
  }
}

/** The auth service adds users to a table in the project's database. Months that are long counted are removed from it. */
function readActiveUsers(clusters: Fleet, ref: string): Promise<MonthlyCount[]> {
  return askServer(clusters, { ref, deadlineMs: activeUsersDeadlineMs }, async (server) => {
    if (!(await isOurTable(server, 'auth_active_users'))) return []
    const counts = await server.rows<Omit<MonthlyCount, 'ref'>>(sql`
      select month::text as month, count(*)::int as count from _colonnade.auth_active_users group by month`)
    await server.run(sql`
      delete from _colonnade.auth_active_users where month < date_trunc('month', now() at time zone 'UTC') - interval '1 month'`)
    return counts.map((each) => ({ ref, ...each }))
  })
}
