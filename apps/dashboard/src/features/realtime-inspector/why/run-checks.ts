import { realtimePublication } from '@colonnade/contracts/data/row-changes'
import { isAppError } from '@colonnade/core'
import { triedSqlstate } from '@colonnade/pg-meta/policy-trial'
import { ChangeCheckReport, getChangeCheckSql } from '@colonnade/pg-meta/realtime-changes'
import { ChannelTrialReport, getChannelTrialSql } from '@colonnade/pg-meta/realtime-channels'
import { dataApi } from '../../../scope/data-client.ts'
import type { Client } from '../../../scope/database-role/client.ts'
import { runSql } from '../../../scope/run-sql.ts'
import type { JoinDraft } from '../join/draft.ts'
import type { Found } from './finding.ts'

/** What a person waits for at the screen: an expression that runs on is stopped, and said. */
export const checkTimeoutMs = 10_000

/** Finds out what keeps messages from a client. Asks the database, which wakes the project. @throws AppError by SQLSTATE, `production_locked` */
export async function runChecks(ref: string, draft: JoinDraft, { role, claims }: Client): Promise<Found> {
  const { schema, table } = draft.changes
  const [settings, live, changes, channel] = await Promise.all([
    dataApi.realtimeSettings.retrieve({ params: { ref } }),
    dataApi.realtimeLive.retrieve({ params: { ref } }),
    draft.changes.isOn
      ? reportOf(ref, getChangeCheckSql({ role, claims, publication: realtimePublication, schema, table: table.trim() })).then((report) =>
          ChangeCheckReport.parse(report),
        )
      : null,
    draft.isPrivate
      ? reportOf(ref, getChannelTrialSql({ role, claims, topic: draft.channel.trim() })).then((report) => ChannelTrialReport.parse(report))
      : null,
  ])
  return { draft, role, settings, live, changes, channel }
}

async function reportOf(ref: string, query: string): Promise<unknown> {
  try {
    await runSql(ref, { query, timeout_ms: checkTimeoutMs })
  } catch (error) {
    if (!isAppError(error) || error.details['sqlstate'] !== triedSqlstate) throw error
    return JSON.parse(String(error.details['detail']))
  }
  throw new Error('The check was not rolled back')
}
