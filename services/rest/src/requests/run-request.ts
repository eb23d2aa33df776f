import type { BatchStatement } from '@colonnade/pg'
import type { Caller, ServiceRequest } from '@colonnade/projects'
import { bind, type Outcome, type ParsedRequest, plan, type Plan } from '@colonnade/rest-query'
import { ident, sql, toText } from '@colonnade/sql'
import type { Ran, RestConnections } from '../connections/connections.ts'
import { slowMs } from '../limits.ts'
import { isSlow, type KeptPlan, noteTime, planOf, type Schema, statementName } from '../project/schema-cache.ts'
import { isolationOf, settingsStatement } from './settings.ts'

/** A request, understood, and what its plan gave. */
export interface Answered {
  readonly plan: Plan
  readonly outcome: Outcome
  readonly ran: Ran
}

/**
 * Runs a request as one transaction.
 *
 * @throws RestError for what the plan refuses; what Postgres failed with otherwise
 */
export async function runRequest(
  schema: Schema,
  connections: RestConnections,
  parsed: ParsedRequest,
  caller: Caller,
  request: ServiceRequest,
): Promise<Answered> {
  const kept = planOf(schema, parsed.shape, () => plan(schema.catalog, parsed.request))
  const { statements, answering, estimating } = statementsOf(schema, kept, parsed, caller, request)
  const running = connections.run({
    statements,
    isAlone: !kept.plan.isReadOnly,
    isSlow: isSlow(kept),
    afterwards: kept.plan.mayChangeSession ? [resetStatement] : [],
    signal: request.signal,
  })
  kept.running += 1
  let ran: Ran
  try {
    ran = await running
  } finally {
    kept.running -= 1
  }
  // what shared a connection may have waited for another
  if (!ran.isShared || ran.sqlMs <= slowMs) noteTime(kept, ran.sqlMs)
  return { plan: kept.plan, outcome: outcomeOf(kept.plan, ran, answering, estimating), ran }
}

const resetStatement: BatchStatement = { name: 'reset', text: 'reset all', values: [] }

interface Statements {
  readonly statements: readonly BatchStatement[]
  readonly answering: number
  readonly estimating: number | null
}

function statementsOf(
  { catalog, configuration }: Schema,
  kept: KeptPlan,
  parsed: ParsedRequest,
  caller: Caller,
  request: ServiceRequest,
): Statements {
  const { plan: planned } = kept
  const ofRole = configuration.roleSettings.get(caller.role) ?? {}
  const wanted = parsed.request.preferences.timezone
  const timeZone = wanted !== null && catalog.timeZones.has(wanted) ? wanted : null
  const isolation = isolationOf(planned, ofRole)
  const statements: BatchStatement[] = []
  if (isolation !== null) statements.push({ name: '', text: `begin isolation level ${isolation}`, values: [] })
  statements.push(settingsStatement({ plan: planned, caller, request, ofRole, timeZone }))
  const { preRequest } = catalog.settings
  if (preRequest !== null) statements.push({ name: '', text: toText(sql`select ${ident(...preRequest.split('.'))}()`), values: [] })
  const name = statementName(kept, caller.role)
  let estimating: number | null = null
  if (planned.estimate !== null) {
    estimating = statements.length
    statements.push({ name: `${name}e`, text: planned.estimate.text, values: bind(planned.estimate, parsed) })
  }
  const answering = statements.length
  statements.push({ name, text: planned.text, values: bind(planned, parsed) })
  if (planned.isRolledBack) statements.push({ name: '', text: 'rollback', values: [] })
  else if (isolation !== null) statements.push({ name: '', text: 'commit', values: [] })
  return { statements, answering, estimating }
}

function outcomeOf({ isExplained }: Plan, { rows }: Ran, answering: number, estimating: number | null): Outcome {
  const answer = rows[answering] ?? []
  const estimate = estimating === null ? null : (rows[estimating]?.[0]?.[0] ?? null)
  if (isExplained) {
    const body = answer.map(([line]) => line ?? '').join('\n')
    return { total: null, rows: '0', body, responseHeaders: null, responseStatus: null, location: null, inserted: null, estimate }
  }
  const [total = null, count = null, body = null, responseHeaders = null, responseStatus = null, location = null, inserted = null] = answer[0] ?? []
  return { total, rows: count ?? '0', body, responseHeaders, responseStatus, location, inserted, estimate }
}
