import { realtimePublication } from '@colonnade/contracts/data/row-changes'
import { ChangeCheckReport, getChangeCheckSql } from '@colonnade/pg-meta/realtime-changes'
import { dataApi } from '../../../scope/data-client.ts'
import type { Client } from '../../../scope/database-role/client.ts'
import { runTrial } from '../../../scope/policy-trials/run-trial.ts'
import { explainRealtimeTrial } from '../../../scope/realtime-trial/explain.ts'
import { runRealtimeTrial } from '../../../scope/realtime-trial/run-trial.ts'
import type { JoinDraft } from '../join/draft.ts'
import type { Found } from './finding.ts'

/** Finds what keeps messages from a client. Queries the database, which wakes the project. @throws AppError by SQLSTATE, `production_locked` */
export async function runChecks(ref: string, draft: JoinDraft, { role, claims }: Client): Promise<Found> {
  const { isOn, schema, table } = draft.changes
  const check = (): string => getChangeCheckSql({ role, claims, publication: realtimePublication, schema, table: table.trim() })
  const [settings, live, changes, channel] = await Promise.all([
    dataApi.realtimeSettings.retrieve({ params: { ref } }),
    dataApi.realtimeLive.retrieve({ params: { ref } }),
    isOn ? runTrial(ref, check(), ChangeCheckReport, { isReading: true }) : null,
    draft.isPrivate ? runRealtimeTrial(ref, { as: { role, claims }, topic: draft.channel.trim() }).then(explainRealtimeTrial) : null,
  ])
  return { draft, role, settings, live, changes, channel }
}
