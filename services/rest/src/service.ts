import { isAppError, type MemoryBudget } from '@colonnade/core'
import { databaseError } from '@colonnade/pg'
import type { Caller, ProjectService, ServiceReply, ServiceRequest } from '@colonnade/projects'
import { errorOf, errorReply, parseRequest, type ParsedRequest, reply, replyToOptions, RestError } from '@colonnade/rest-query'
import pg from 'pg'
import { explain } from './insight/explain.ts'
import { questionOf } from './insight/insight.ts'
import { projectsMost } from './limits.ts'
import { createRestProject, type RestProject, type RestProjectParts } from './project/rest-project.ts'
import { describe } from './requests/describe.ts'
import { readBody } from './requests/read-body.ts'
import { type Answered, runRequest } from './requests/run-request.ts'

/** The data API of all projects. */
export interface RestService extends AsyncDisposable {
  readonly serve: ProjectService
  /** Closes the connections to a project that nobody uses right now. */
  letGo(ref: string): void
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
    letGo: (ref) => projects.get(ref)?.letGo(),
    async [Symbol.asyncDispose]() {
      await Promise.all([...projects.values()].map((project) => project.close()))
    },
  }
}

async function answer(project: RestProject, asked: ServiceRequest, asking: Caller, memory: MemoryBudget): Promise<ServiceReply> {
  const question = questionOf(asked, asking)
  const { request, caller } = question ?? { request: asked, caller: asking }
  const { method, path, search, headers } = request
  using claim = memory.open(caller.ref)
  const body = await readBody(request, claim)
  const parsed = parseRequest({ method, path, search, headers, body })
  const entered = await project.enter()
  const { connections } = entered
  try {
    if (method === 'OPTIONS') return replyToOptions((await project.schema.current()).catalog, parsed.request)
    if (parsed.request.target.kind === 'root') return describe(await project.schema.current(), connections, parsed, caller, request)
    if (question !== null) return await runKnowing(project, (schema) => explain(schema, connections, parsed, caller, request))
    const answered = await runKnowing(project, (schema) => runRequest(schema, connections, parsed, caller, request))
    return replyOf(answered, parsed, request.search)
  } finally {
    entered.leave()
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

function replyOf({ plan, outcome, ran }: Answered, parsed: ParsedRequest, search: string): ServiceReply {
  const { status, headers, body } = reply(plan, parsed, outcome, search)
  return { status, headers: shortened(headers), body, log: { queue_ms: rounded(ran.queueMs), sql_ms: rounded(ran.sqlMs) } }
}

/** Clients take heads of 16 KB, and a long list in the URL would come back in them. */
function shortened(headers: ServiceReply['headers']): ServiceReply['headers'] {
  if ((headers['Content-Location']?.length ?? 0) <= locationMost) return headers
  const { 'Content-Location': _long, ...others } = headers
  return others
}

const rounded = (ms: number): number => Math.round(ms * 100) / 100

/** @throws what is no refusal of the data API's own, nor of Postgres's */
function refusalOf(thrown: unknown, caller: Caller): ServiceReply {
  const error = restErrorOf(thrown, caller)
  return { ...errorReply(error), log: { code: error.body.code } }
}

function restErrorOf(thrown: unknown, caller: Caller): RestError {
  if (thrown instanceof RestError) return thrown
  if (thrown instanceof pg.DatabaseError && thrown.code !== undefined) {
    const { code, message, detail = null, hint = null } = thrown
    return errorOf({ code, message, detail, hint }, { role: caller.role })
  }
  const error = databaseError(thrown)
  if (isAppError(error, 'connection_lost') || isAppError(error, 'unavailable')) {
    return new RestError(503, 'PGRST001', 'Database connection error. Retrying the connection.', { headers: { 'retry-after': '1' } })
  }
  throw thrown
}
