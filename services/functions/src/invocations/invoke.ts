import type { Caller, DeployedFunction, ExceededLimit, Known, ServiceReply, ServiceRequest } from '@colonnade/projects'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { errors } from 'undici'
import type { FunctionsContext } from '../context.ts'
import { endedMs, smallBodyBytes } from '../limits.ts'
import type { Lease, Workers } from '../workers/workers.ts'
import { errorReply, FunctionError, type FunctionErrorCode } from './errors.ts'
import { originOf, replyHeaders, requestHeaders } from './headers.ts'
import { leadWebSocket } from './web-sockets.ts'

/** As nginx writes it to its log; nobody reads the reply. */
const clientLeft = 499

export interface Invocation {
  readonly request: ServiceRequest
  readonly caller: Caller
  readonly known: Known
  readonly deployed: DeployedFunction
}

/** Has a function answer a request. What the platform answers in its place is a reply as well. */
export async function invoke(context: FunctionsContext, workers: Workers, invocation: Invocation): Promise<ServiceReply> {
  const { request, caller, known, deployed } = invocation
  const startedAt = performance.now()
  let lease: Lease | undefined
  let cpuBefore = 0
  const log: Record<string, string | number> = { function: deployed.slug, version: deployed.version }
  let executionId = ''
  let limit: ExceededLimit | null = null
  const finish = (status: number): void => {
    const worker = lease?.worker
    context.log.write(caller.ref, {
      kind: 'invocation',
      slug: deployed.slug,
      version: deployed.version,
      execution_id: worker?.executionId ?? executionId,
      request_id: caller.requestId,
      method: request.method,
      path: request.path.slice(deployed.slug.length + 1) || '/',
      status,
      error_code: (log['error_code'] as string | undefined) ?? null,
      ...(limit !== null && { limit }),
      duration_ms: Math.round((performance.now() - startedAt) * 1_000) / 1_000,
      is_cold: lease?.isCold ?? true,
      cpu_ms: worker === undefined ? 0 : Math.max(0, worker.cpu.cpuMs - cpuBefore),
      memory_bytes: worker?.peakBytes ?? 0,
    })
    lease?.release()
  }
  try {
    for (let attempt = 1; ; attempt += 1) {
      lease = await workers.lease(caller.ref, known, deployed, caller.requestId, request.signal)
      cpuBefore = lease.worker.cpu.cpuMs
      try {
        const reply = await send(invocation, lease, finish)
        lease.answered()
        const code = reply.headers['sb-error-code']
        if (typeof code === 'string') log['error_code'] = code
        if (reply.body instanceof Readable) {
          reply.body.once('error', () => {
            if (request.signal.aborted) return
            limit = lease!.worker.exceeded
            log['error_code'] = endedBy(lease!.worker)
          })
        }
        return { ...reply, log }
      } catch (error) {
        // nothing of the request was taken: the next worker gets it
        if (!wasNeverTaken(error) || attempt > 1 || request.signal.aborted) throw error
        lease.worker.drain('exit')
        lease.release()
        lease = undefined
      }
    }
  } catch (error) {
    if (request.signal.aborted) {
      finish(clientLeft)
      return { status: clientLeft, headers: {}, body: null, log }
    }
    const code = await codeOf(error, lease)
    if (code === null) throw error
    log['error_code'] = code
    if (error instanceof FunctionError) ({ executionId, limit } = error)
    if (lease !== undefined) limit = code === 'IDLE_TIMEOUT' ? { name: 'response', most: context.times.answerMs } : lease.worker.exceeded
    const reply = errorReply(code)
    finish(reply.status)
    return { ...reply, log }
  }
}

async function send({ request, caller }: Invocation, lease: Lease, finish: (status: number) => void): Promise<ServiceReply> {
  const { worker } = lease
  const { method, path, search, body, signal, upgrade } = request
  const origin = originOf(request, caller.ref)
  if (upgrade !== undefined) {
    const headers = requestHeaders(request.headers, origin, caller.requestId, true)
    const { promise: ended, resolve } = Promise.withResolvers<Readonly<Record<string, string | number>>>()
    const reply = await leadWebSocket(request, worker.socket, headers, () => {
      finish(101)
      resolve({})
    })
    if (reply.status === 101) return { status: 101, headers: {}, body: null, ended }
    return { ...reply, headers: replyHeaders(reply.headers, origin, method, worker.executionId), isWhole: true, done: () => finish(reply.status) }
  }
  const hasBody = request.headers['content-length'] !== undefined || request.headers['transfer-encoding'] !== undefined
  const answer = await worker.dispatcher!.request({
    method,
    path: search === '' ? path : `${path}?${search}`,
    headers: requestHeaders(request.headers, origin, caller.requestId),
    body: hasBody ? body : null,
    signal,
  })
  const headers = replyHeaders(answer.headers, origin, method, worker.executionId)
  const isEmpty = method === 'HEAD' || answer.statusCode === 204 || answer.statusCode === 304
  if (isEmpty) await answer.body.dump()
  // a stream costs more than what is small, and a worker that dies in the middle still has a reply in its place
  const isSmall = Number(answer.headers['content-length']) <= smallBodyBytes
  const sent = isEmpty ? null : isSmall ? await answer.body.bytes() : answer.body
  return { status: answer.statusCode, headers, body: sent, isWhole: true, done: () => finish(answer.statusCode) }
}

const refusedConnections: ReadonlySet<unknown> = new Set(['ECONNREFUSED', 'ENOENT', 'EPIPE'])

function wasNeverTaken(error: unknown): boolean {
  const { code, syscall } = error as NodeJS.ErrnoException
  return (syscall === 'connect' || error instanceof errors.ConnectTimeoutError) && (code === undefined || refusedConnections.has(code))
}

/** null for what is no fault of the function's or its worker's. */
async function codeOf(thrown: unknown, lease: Lease | undefined): Promise<FunctionErrorCode | null> {
  if (thrown instanceof FunctionError && lease === undefined) return thrown.code
  if (thrown instanceof errors.HeadersTimeoutError) return 'IDLE_TIMEOUT'
  if (lease === undefined) return null
  const { worker } = lease
  // its connections break a moment before it is known to have ended
  const late = sleep(endedMs, undefined, { ref: false })
  await Promise.race([worker.ended, late])
  return endedBy(worker)
}

/** Why a worker gave no answer. */
function endedBy({ exceeded }: Lease['worker']): FunctionErrorCode {
  return exceeded === null ? 'WORKER_ERROR' : 'WORKER_RESOURCE_LIMIT'
}
