import { type Clock, silentLogger, systemClock } from '@colonnade/core'
import type { Caller, DeployedFunction, FunctionLimits, FunctionLogRow, Known, ProjectService } from '@colonnade/projects'
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { FunctionTimes } from './context.ts'
import type { OwnApi } from './egress/own-api.ts'
import { answerMs, bootMs, roundMs } from './limits.ts'
import { createFunctionLog } from './logs/function-log.ts'
import { type Ground, openGround } from './sandboxes/ground.ts'
import { createFunctionsService, type FunctionsService } from './service.ts'

export const ref = 'abcdefghijklmnopqrst'

/** Functions of one project, called over HTTP without a gateway. */
export interface TestFunctions extends AsyncDisposable {
  readonly service: FunctionsService
  readonly ground: Ground
  readonly home: string
  /** `http://127.0.0.1:<port>/api/<ref>/functions/v1` */
  readonly url: string
  /** Deploys a module, as the next version of its function. */
  deploy(slug: string, text: string, more?: Partial<DeployedFunction>): Promise<void>
  remove(slug: string): void
  /** Changes what workers see in their environment. */
  setEnvironment(environment: Record<string, string>): void
  call(path: string, init?: RequestInit): Promise<Response>
  /** What was logged of a function, or of one request. */
  rows(query?: { slug?: string; requestId?: string; kinds?: FunctionLogRow['kind'][] }): Promise<readonly FunctionLogRow[]>
}

export interface TestFunctionsOptions {
  readonly limits?: Partial<FunctionLimits>
  readonly times?: Partial<FunctionTimes>
  readonly ownApi?: OwnApi
  readonly workersMost?: number
  /** Who calls, as the gateway would have proved it. */
  readonly caller?: Partial<Caller>
  readonly clock?: Clock
}

const limits: FunctionLimits = { memoryBytes: 128 * 1024 ** 2, cpuMs: 2_000, wallClockMs: 150_000, idleMs: 60_000, maxWorkers: 3 }

export async function openTestFunctions(options: TestFunctionsOptions = {}): Promise<TestFunctions> {
  const opened = new AsyncDisposableStack()
  const home = await mkdtemp(join(tmpdir(), 'functions-'))
  await chmod(home, 0o711)
  opened.defer(() => rm(home, { recursive: true, force: true }))
  const ground = opened.use(await openGround(join(home, 'functions'), silentLogger))
  const log = opened.use(createFunctionLog(join(home, 'logs'), systemClock, silentLogger))
  const deployed = new Map<string, DeployedFunction>()
  let environment: Record<string, string> = {}
  let revision = 0
  const known = (): Known =>
    ({
      project: { state: 'active' },
      functions: { functions: [...deployed.values()], environmentRevision: String(revision), limits: { ...limits, ...options.limits } },
    }) as unknown as Known
  const service = opened.use(
    createFunctionsService({
      projects: { functionEnvironment: async () => environment },
      known: { has: () => true, find: () => known(), findAgain: () => known(), [Symbol.asyncDispose]: async () => {} },
      ground: async () => ground,
      bundlesFolder: join(home, 'bundles'),
      log,
      ownDatabase: async () => null,
      ownApi: options.ownApi ?? ((_call, _request, response) => response.writeHead(500).end()),
      workersMost: options.workersMost ?? 10,
      times: { answerMs, bootMs, roundMs, ...options.times },
      clock: systemClock,
      logger: silentLogger,
    }),
  )
  const front = openFront(service.serve, options.caller)
  await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve))
  opened.defer(() => {
    front.closeAllConnections()
    front.close()
  })
  const url = `http://127.0.0.1:${(front.address() as AddressInfo).port}/api/${ref}/functions/v1`
  return {
    service,
    ground,
    home,
    url,
    async deploy(slug, text, more = {}) {
      const version = (deployed.get(slug)?.version ?? 0) + 1
      const bundle = `${slug}-${version}`
      const path = join(home, 'bundles', bundle, 'index.js')
      await mkdir(dirname(path), { recursive: true })
      await writeFile(path, text)
      deployed.set(slug, { id: slug, slug, version, isJwtVerified: false, bundle, entrypoint: 'index.js', allowedHosts: null, ...more })
    },
    remove: (slug) => void deployed.delete(slug),
    setEnvironment(wanted) {
      environment = wanted
      revision += 1
    },
    call: (path, init) => fetch(`${url}${path}`, init),
    rows: (query = {}) => log.read(ref, { limit: 1_000, ...query }),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}

/** What the gateway does, as far as functions depend on it. */
function openFront(serve: ProjectService, who: Partial<Caller> = {}) {
  let requests = 0
  const prefix = `/api/${ref}/functions/v1`
  const server = createServer((request, response) => void answer(request, response))
  const answer = async (
    request: Parameters<ProjectService>[0]['body'] & import('node:http').IncomingMessage,
    response: ServerResponse,
    head?: Buffer,
  ) => {
    requests += 1
    const [path = '', search = ''] = request.url!.slice(prefix.length).split('?', 2)
    const leaving = new AbortController()
    response.once('close', () => response.writableFinished || leaving.abort())
    const { socket } = request
    const take = () => {
      response.detachSocket(socket)
      return { request, socket, head: head! }
    }
    const called = { method: request.method!, path, search, headers: { ...request.headers, 'x-forwarded-for': '203.0.113.7' } }
    const upgrade =
      head === undefined ? {} : { upgrade: { take, prove: async () => ({ refusal: 'unknown_key' }), note: () => {}, recheck: async () => null } }
    const publicUrl = `http://${request.headers.host}${prefix}`
    const requestId = [request.headers['x-request-id']].flat()[0] ?? `request-${requests}`
    const caller: Caller = { ref, role: 'anon', claims: '{}', tokenRefusal: null, userId: null, keyPrefix: null, address: '', requestId, ...who }
    const reply = await serve({ ...called, publicUrl, body: request, signal: leaving.signal, ...upgrade }, caller)
    if (reply.status === 101) return
    response.once('close', () => reply.done?.())
    response.writeHead(reply.status, reply.headers as Record<string, string>)
    if (reply.body instanceof Readable) await pipeline(reply.body, response).catch(() => {})
    else response.end(reply.body ?? undefined)
  }
  server.on('upgrade', (request, socket, head) => {
    const response = new ServerResponse(request)
    response.assignSocket(socket as Parameters<typeof response.assignSocket>[0])
    response.once('finish', () => socket.end())
    socket.on('error', () => socket.destroy())
    void answer(request, response, head)
  })
  return server
}
