import { type MemoryBudget, type MemoryClaim } from '@colonnade/core'
import { databaseError } from '@colonnade/pg'
import type { Caller, ProjectService, ServiceReply, ServiceRequest } from '@colonnade/projects'
import {
  countMsOf,
  errorOf,
  errorReply,
  parseRequest,
  type ParsedRequest,
  reply,
  type RequestInput,
  replyToOptions,
  RestError,
  type RestReply,
} from '@colonnade/rest-query'
import pg from 'pg'
import type { Readable } from 'node:stream'
import type { Ran } from './connections/connections.ts'
import { explain } from './insight/explain.ts'
import { questionOf } from './insight/insight.ts'
import { schemaCacheState } from './insight/schema-cache-state.ts'
import { claimedReplyBytes, projectsMost } from './limits.ts'
import { createRestProject, type RestProject, type RestProjectParts } from './project/rest-project.ts'
import { describe } from './requests/describe.ts'
import { answerGraphql, graphqlErrors, readGraphql } from './requests/graphql.ts'
import { parse } from './requests/parse-body.ts'
import { busy, readBody } from './requests/read-body.ts'
import { type Answered, runRequest } from './requests/run-request.ts'

/** The data API of all projects. */
export interface RestService extends AsyncDisposable {
  readonly serve: ProjectService
  /** GraphQL, where the database has an extension for it. */
  readonly graphql: ProjectService
  /** Closes the connections to a project that nobody uses right now. */
  closeIdle(ref: string): void
}

/** Characters of Content-Location. */
const locationMost = 2_000

/** Codes of what a newer schema may have. */
const missCodes: ReadonlySet<string> = new Set(['PGRST200', 'PGRST202', 'PGRST204', 'PGRST205'])

export function createRestService(parts: RestProjectParts): RestService {
  /** In the order of their last call, oldest first. */
  const projects = new Map<string, RestProject>()
  const projectOf = (ref: string): RestProject => {
    const project = projects.get(ref) ?? createRestProject(ref, parts)
    projects.delete(ref)
    projects.set(ref, project)
    if (projects.size > projectsMost) {
      const [oldest, forgotten] = projects.entries().next().value!
      projects.delete(oldest)
      void forgotten.close()
    }
    return project
  }
  return {
    async serve(request, caller) {
      try {
        return await answer(projectOf(caller.ref), request, caller, parts.memory)
      } catch (error) {
        return refusalOf(error, caller)
      }
    },
    async graphql(request, caller) {
      try {
        return await askGraphql(projectOf(caller.ref), request, caller, parts.memory)
      } catch (error) {
        return graphqlRefusal(error, caller)
      }
    },
    closeIdle: (ref) => projects.get(ref)?.closeIdle(),
    async [Symbol.asyncDispose]() {
      await Promise.all([...projects.values()].map((project) => project.close()))
    },
  }
}

async function askGraphql(project: RestProject, request: ServiceRequest, caller: Caller, memory: MemoryBudget): Promise<ServiceReply> {
  using claim = memory.open(caller.ref)
  const body = await readGraphql(request, claim)
  const entered = await project.enter()
  try {
    return await answerGraphql(await project.schema.current(), entered.connections, body, caller, request)
  } finally {
    entered.leave()
  }
}

async function answer(project: RestProject, request: ServiceRequest, caller: Caller, memory: MemoryBudget): Promise<ServiceReply> {
  const claim = memory.open(caller.ref)
  const giveBack = (): void => claim[Symbol.dispose]()
  try {
    const made = await answerWith(claim, project, request, caller)
    return claim.bytes === 0 ? made : { ...made, done: giveBack }
  } catch (error) {
    giveBack()
    throw error
  }
}

/** Answers with the project. The final claim belongs to the reply. */
async function answerWith(claim: MemoryClaim, project: RestProject, asked: ServiceRequest, asking: Caller): Promise<ServiceReply> {
  const question = questionOf(asked, asking)
  const { request, caller } = question ?? { request: asked, caller: asking }
  const { method, path, search, headers } = request
  const body = await readBody(request, claim)
  const parsing = parse({ method, path, search, headers, body }, claim)
  let parsed = parsing instanceof Promise ? await parsing : parsing
  const entered = await project.enter()
  const { connections } = entered
  let isStreaming = false
  try {
    if (question?.about === 'schema-cache') return await schemaCacheState(project.schema, headers['cache-control'] === 'no-cache')
    if (method === 'OPTIONS') return replyToOptions((await project.schema.current()).catalog, parsed.request)
    if (parsed.request.target.kind === 'root') {
      const schema = await project.schema.current()
      const { rootSpec } = schema.catalog.settings
      if (rootSpec === null) return await describe(schema, connections, parsed, caller, request)
      parsed = parseRequest(callOfRoot(rootSpec, request))
    }
    if (question !== null) return await runKnowing(project, (schema) => explain(schema, connections, parsed, caller, request))
    const answered = await runKnowing(project, (schema) => runRequest(schema, connections, parsed, caller, request))
    const { stream } = answered
    if (stream === null) return wholeReplyOf(answered, parsed, search, claim)
    isStreaming = !stream.closed
    if (isStreaming) stream.once('close', () => entered.leave())
    claim.resize(0)
    return streamedReplyOf(answered, stream, parsed, search, caller)
  } finally {
    if (!isStreaming) entered.leave()
  }
}

/** Returns a request for the root path as a call of its configured function. Clients that ask for OpenAPI get whatever it returns. */
function callOfRoot(rootSpec: string, { method, search, headers: { accept, ...headers } }: ServiceRequest): RequestInput {
  const dot = rootSpec.indexOf('.')
  const profile = dot === -1 ? {} : { 'accept-profile': rootSpec.slice(0, dot) }
  const isOpenApi = accept?.includes('application/openapi+json') === true
  return {
    method,
    path: `/rpc/${encodeURIComponent(rootSpec.slice(dot + 1))}`,
    search,
    headers: { ...headers, ...(accept !== undefined && { accept: isOpenApi ? '*/*' : accept }), ...profile },
    body: null,
  }
}

/** Runs with the schema that is known, and once more when a newer one may have what was missed. */
async function runKnowing<Result>(
  project: RestProject,
  run: (schema: Awaited<ReturnType<RestProject['schema']['current']>>) => Promise<Result>,
): Promise<Result> {
  try {
    return await run(await project.schema.current())
  } catch (error) {
    const reloading = error instanceof RestError && missCodes.has(error.body.code) ? project.schema.reloadAfterMiss() : null
    if (reloading === null) throw error
    return run(await reloading)
  }
}

function wholeReplyOf(answered: Answered, parsed: ParsedRequest, search: string, claim: MemoryClaim): ServiceReply {
  const made = replyOf(answered, parsed, search)
  const length = made.body?.length ?? 0
  // as a string, and as the bytes sent
  const isCounted = claim.resize(length < claimedReplyBytes ? 0 : 2 * length)
  if (!isCounted) {
    // a completed write needs its reply
    if (answered.plan.isReadOnly) throw busy()
    claim.resize(0)
  }
  return { ...made, log: { ...timesOf(answered.ran as Ran), ...countTimeOf(answered) } }
}

function streamedReplyOf(answered: Answered, stream: Readable, parsed: ParsedRequest, search: string, caller: Caller): ServiceReply {
  const made = replyOf(answered, parsed, search)
  if (made.body !== answered.outcome.body) {
    // a header or status that can't be
    stream.destroy()
    return made
  }
  const log: Record<string, string | number> = countTimeOf(answered)
  void Promise.resolve(answered.ran).then(
    (ran) => Object.assign(log, timesOf(ran)),
    (error: unknown) => (log['code'] = codeOf(error, caller)),
  )
  return { ...made, body: stream, log }
}

/** Returns the code of an error that broke a reply after its status was sent. */
function codeOf(error: unknown, caller: Caller): string {
  try {
    return restErrorOf(error, caller).body.code
  } catch {
    return 'PGRST000'
  }
}

function replyOf({ plan, outcome }: Answered, parsed: ParsedRequest, search: string): RestReply {
  const { status, headers, body } = reply(plan, parsed, outcome, search)
  return { status, headers: shortened(headers), body }
}

/** Clients take heads of 16 KB, and a long list in the URL would come back in them. */
function shortened(headers: RestReply['headers']): RestReply['headers'] {
  if ((headers['Content-Location']?.length ?? 0) <= locationMost) return headers
  const { 'Content-Location': _long, ...others } = headers
  return others
}

function countTimeOf({ outcome }: Answered): Record<string, number> {
  const ms = countMsOf(outcome)
  return ms === null ? {} : { count_ms: ms }
}

function timesOf({ queueMs, sqlMs }: Ran): Record<string, number> {
  return { queue_ms: rounded(queueMs), sql_ms: rounded(sqlMs) }
}

const rounded = (ms: number): number => Math.round(ms * 100) / 100

/** @throws what is no refusal of the data API's own, nor of Postgres's */
function refusalOf(thrown: unknown, caller: Caller): ServiceReply {
  const error = restErrorOf(thrown, caller)
  return { ...errorReply(error), log: { code: error.body.code } }
}

/** @throws as `refusalOf` does */
function graphqlRefusal(thrown: unknown, caller: Caller): ServiceReply {
  const { status, body, headers } = restErrorOf(thrown, caller)
  return { ...graphqlErrors(status, body.message, headers), log: { code: body.code } }
}

function restErrorOf(thrown: unknown, caller: Caller): RestError {
  if (thrown instanceof RestError) return thrown
  if (thrown instanceof pg.DatabaseError && thrown.code !== undefined) {
    const { code, message, detail = null, hint = null } = thrown
    return errorOf({ code, message, detail, hint }, { role: caller.role })
  }
  const error = databaseError(thrown)
  if (error.code === 'connection_lost' || error.code === 'unavailable') {
    return new RestError(503, 'PGRST001', 'Database connection error. Retrying the connection.', { headers: { 'retry-after': '1' } })
  }
  if (error.code === 'too_busy') return busy()
  if (error.code === 'payload_too_large') {
    return new RestError(500, '54000', error.message, { hint: 'Request fewer rows or columns, or CSV, which streams row by row.' })
  }
  throw thrown
}
