import { isAppError } from '@colonnade/core'
import type { BatchStatement, RowSink } from '@colonnade/pg'
import type { Caller, ServiceRequest } from '@colonnade/projects'
import { bind, type Outcome, type ParsedRequest, plan, type Plan } from '@colonnade/rest-query'
import { ident, sql, toText } from '@colonnade/sql'
import type { Readable } from 'node:stream'
import { clientLeft, type Ran, type RestConnections } from '../connections/connections.ts'
import { largeReplyBytes, slowMs, streamedFromBytes } from '../limits.ts'
import { isSlow, type KeptPlan, noteTime, planOf, type Schema, statementName } from '../project/schema-cache.ts'
import { BodyStream } from './body-stream.ts'
import { isolationOf, settingsStatement } from './settings.ts'

/** A request, understood, and what its plan gave. */
export interface Answered {
  readonly plan: Plan
  /** For a stream, the body is only the part before its rows. */
  readonly outcome: Outcome
  /** Resolves when the statement is over. */
  readonly ran: Ran | Promise<Ran>
  /** A body that is too long to be sent whole. It has to be read, or destroyed. */
  readonly stream: Readable | null
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
  const kept = planOf(schema, parsed.shape, (options) => plan(schema.catalog, parsed.request, options))
  const { portions } = kept.plan
  if (portions !== null) return streamRequest(schema, connections, kept, new BodyStream(portions, request.signal), parsed, caller, request)
  const { statements, answering, estimating } = statementsOf(schema, kept, parsed, caller, request, null)
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
  } catch (error) {
    // row by row it is not too large
    if (!kept.plan.canPortion || kept.size.isLarge || !isAppError(error, 'payload_too_large')) throw error
    kept.size.isLarge = true
    return runRequest(schema, connections, parsed, caller, request)
  } finally {
    kept.running -= 1
  }
  // a request that shared a connection may have waited for another
  if (!ran.isShared || ran.sqlMs <= slowMs) noteTime(kept, ran.sqlMs)
  const outcome = outcomeOf(kept.plan, ran.rows[answering] ?? [], estimateOf(ran, estimating))
  if (kept.plan.canPortion && (outcome.body?.length ?? 0) > largeReplyBytes) kept.size.isLarge = true
  return { plan: kept.plan, outcome, ran, stream: null }
}

/** Runs a plan whose rows come one by one. It has its connection alone, and counts as slow: how long it takes is up to the reader. */
async function streamRequest(
  schema: Schema,
  connections: RestConnections,
  kept: KeptPlan,
  body: BodyStream,
  parsed: ParsedRequest,
  caller: Caller,
  request: ServiceRequest,
): Promise<Answered> {
  const { statements, estimating } = statementsOf(schema, kept, parsed, caller, request, body)
  const ran = connections.run({ statements, isAlone: true, isSlow: true, afterwards: [], signal: body.signal })
  const whole = ran.then((all) => ({ all, text: body.finish() }))
  // a stream that has begun reports the error to its reader
  whole.catch((error: unknown) => body.fail(error))
  const ended = await Promise.race([whole, body.begun])
  const first = body.outcome === null ? [] : [body.outcome]
  // estimates come before the rows, but are returned with the end of the batch
  const estimate = estimating === null ? null : estimateOf(await ran, estimating)
  const outcome = outcomeOf(kept.plan, first, estimate)
  if (ended === undefined) return { plan: kept.plan, outcome, ran, stream: body }
  if (ended.text === null) throw clientLeft()
  if (ended.text.length < streamedFromBytes) kept.size.isLarge = false
  return { plan: kept.plan, outcome: { ...outcome, body: ended.text }, ran: ended.all, stream: null }
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
  sink: RowSink | null,
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
  statements.push({ name, text: planned.text, values: bind(planned, parsed), ...(sink !== null && { sink }) })
  if (planned.isRolledBack) statements.push({ name: '', text: 'rollback', values: [] })
  else if (isolation !== null) statements.push({ name: '', text: 'commit', values: [] })
  return { statements, answering, estimating }
}

function estimateOf({ rows }: Ran, estimating: number | null): string | null {
  return estimating === null ? null : (rows[estimating]?.[0]?.[0] ?? null)
}

function outcomeOf({ isExplained }: Plan, answer: readonly (readonly (string | null)[])[], estimate: string | null): Outcome {
  if (isExplained) {
    const body = answer.map(([line]) => line ?? '').join('\n')
    return { total: null, rows: '0', body, responseHeaders: null, responseStatus: null, location: null, inserted: null, estimate }
  }
  const [total = null, count = null, body = null, responseHeaders = null, responseStatus = null, location = null, inserted = null] = answer[0] ?? []
  return { total, rows: count ?? '0', body, responseHeaders, responseStatus, location, inserted, estimate }
}
