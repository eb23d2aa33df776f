import { silentLogger, systemClock, systemRandom } from '@colonnade/core'
import { createFunctionLog, createFunctionsService, createGroundAccess, defaultTimes, denoPath } from '@colonnade/functions'
import { createGateway, mountGateway } from '@colonnade/gateway'
import { createHttpApp } from '@colonnade/http'
import type { DeployedFunction, FunctionLimits, Known, KnownProjects } from '@colonnade/projects'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { Agent, request as ask } from 'node:http'
import { join } from 'node:path'
import { type Bench, median, medians, percentile99, timed } from '../parts/measure.ts'

const ref = 'abcdefghijklmnopqrst'
const calls = 2_000
const colds = 15
const workers = 10
const limits: FunctionLimits = { memoryBytes: 256 * 1024 ** 2, cpuMs: 2_000, wallClockMs: 400_000, idleMs: 600_000, maxWorkers: 50 }

/** Calls of functions behind the gateway, beside the worker's own socket and a bare `deno run`. */
export const bench: Bench = async (report) => {
  await using opened = new AsyncDisposableStack()
  const home = await mkdtemp('/tmp/functions-bench-')
  opened.defer(() => rm(home, { recursive: true, force: true }))
  await chmod(home, 0o711)
  const functions = new Map<string, DeployedFunction>()
  const deploy = async (slug: string, text: string): Promise<void> => {
    const version = (functions.get(slug)?.version ?? 0) + 1
    const bundle = `${slug}-${version}`
    await mkdir(join(home, 'bundles', bundle), { recursive: true })
    await writeFile(join(home, 'bundles', bundle, 'index.js'), text)
    functions.set(slug, { id: slug, slug, version, isJwtVerified: false, bundle, entrypoint: 'index.js', allowedHosts: null })
  }
  const url = await openServer(opened, home, functions)
  const http = new Agent({ keepAlive: true })
  opened.defer(async () => http.destroy())
  const call = (path: string) => get({ agent: http, ...addressOf(`${url}${path}`) })

  // says where it listens, for the peer
  await deploy('hello', `Deno.serve(() => new Response(Deno.env.get('DENO_SERVE_ADDRESS') + ' ' + Deno.pid))`)
  const [address = '', pid = ''] = (await call('/hello')).split(' ')
  // the only worker so far: no other shares its pages
  const alone = await proportionalBytes(pid)
  report({ figure: 'memory of an idle worker, alone', value: alone / 1024 ** 2, unit: 'MB', goal: '<= 25', judges: 'value' })
  const own = new Agent({ keepAlive: true })
  opened.defer(async () => own.destroy())
  const raw = { agent: own, socketPath: address.slice('unix:'.length), path: '/hello' }
  const warm = await medians(calls, { ours: () => timed(() => call('/hello')), raw: () => timed(() => get(raw)) })
  report({ figure: 'warm call, beyond the worker’s socket', value: warm.ours - warm.raw, unit: 'ms', goal: '<= 0.15', judges: 'value' })

  const cold = await medians(colds, {
    async ours() {
      await deploy('hello', 'Deno.serve(() => new Response("hello"))')
      return timed(() => call('/hello'))
    },
    bare: () => bootBare(join(home, 'bundles', 'hello-1', 'index.js')),
  })
  report({ figure: 'cold call', value: cold.ours, unit: 'ms', against: cold.bare, goal: '<= 2', judges: 'ratio' })

  const live = functions.get('hello')!
  const rollback = await medians(colds, {
    async ours() {
      const isFirst = functions.get('hello')!.bundle === 'hello-1'
      functions.set('hello', isFirst ? live : { ...live, bundle: 'hello-1', version: functions.get('hello')!.version + 1 })
      const expected = isFirst ? 'hello' : 'unix:'
      return timed(async () => {
        while (!(await call('/hello')).startsWith(expected));
      })
    },
  })
  report({ figure: 'switch to another version, until it answers', value: rollback.ours, unit: 'ms', goal: '<= 300', judges: 'value' })

  const pids: string[] = []
  for (let index = 0; index < workers; index += 1) {
    await deploy(`idle-${index}`, 'Deno.serve(() => new Response(String(Deno.pid)))')
    pids.push(await call(`/idle-${index}`))
  }
  const memory = await Promise.all(pids.map(proportionalBytes))
  report({ figure: 'memory of an idle worker, of ten', value: median(memory) / 1024 ** 2, unit: 'MB', goal: '<= 15', judges: 'value' })

  const others = async (): Promise<number> => {
    const times: number[] = []
    for (let index = 0; index < calls / 4; index += 1) times.push(await timed(() => call('/idle-0')))
    return percentile99(times)
  }
  const calm = await others()
  await deploy('spin', 'Deno.serve(() => { for (;;); })')
  const spinning = call('/spin')
  const disturbed = await others()
  await spinning
  report({ figure: 'p99 of others beside a spinning function', value: disturbed, unit: 'ms', against: calm, goal: '<= 1.5', judges: 'ratio' })
}

async function openServer(opened: AsyncDisposableStack, home: string, functions: ReadonlyMap<string, DeployedFunction>): Promise<string> {
  const parts = { clock: systemClock, logger: silentLogger }
  const keys = { jwtSecret: '', signingKeys: [], apiKeys: [], issuers: [] }
  const project = { state: 'active' }
  const learn = () => ({ project, keys, functions: { functions: [...functions.values()], environmentRevision: '', limits } }) as unknown as Known
  const known: KnownProjects = { has: () => true, find: learn, findAgain: learn, [Symbol.asyncDispose]: async () => {} }
  const ground = opened.use(createGroundAccess(join(home, 'functions'), silentLogger))
  const service = opened.use(
    createFunctionsService({
      ...parts,
      projects: { functionEnvironment: async () => ({}) },
      known,
      ground: ground.open,
      bundlesFolder: join(home, 'bundles'),
      log: opened.use(createFunctionLog(join(home, 'logs'), systemClock, silentLogger)),
      ownApi: (_call, _request, response) => void response.end(),
      ownDatabase: async () => null,
      workersMost: 100,
      times: defaultTimes,
    }),
  )
  const app = createHttpApp({ logger: silentLogger, random: systemRandom })
  opened.defer(() => app.close())
  const log = { write: () => {}, remove: async () => {}, [Symbol.asyncDispose]: async () => {} }
  const budgets = { calls: { calls: 10 ** 9, windowSeconds: 1 } }
  const projects = { settled: async () => {}, reportKeyUse: async () => {} }
  const gateway = createGateway({ ...parts, projects, known, services: { functions: service.serve }, log, budgets })
  mountGateway(app, opened.use(gateway), { publicUrl: null })
  return `${await app.listen({ host: '127.0.0.1', port: 0 })}/api/${ref}/functions/v1`
}

function addressOf(url: string): { host: string; port: string; path: string } {
  const { hostname, port, pathname } = new URL(url)
  return { host: hostname, port, path: pathname }
}

async function get(options: Parameters<typeof ask>[1] & object): Promise<string> {
  const asking = ask(options)
  asking.end()
  const [reply] = (await once(asking, 'response')) as [NodeJS.ReadableStream]
  let text = ''
  for await (const chunk of reply) text += String(chunk)
  return text
}

/** Until a bare `deno run` has answered its first request. */
async function bootBare(path: string): Promise<number> {
  const begin = performance.now()
  const child = spawn(denoPath(), ['run', '-A', '--no-config', '--no-lock', path], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { DENO_SERVE_ADDRESS: 'tcp:127.0.0.1:0', DENO_DIR: '/tmp/functions-bench-deno', NO_COLOR: '1' },
  })
  const [line] = (await Promise.race([once(child.stderr, 'data'), once(child.stdout, 'data')])) as [Buffer]
  const port = /:(\d+)/.exec(line.toString())![1]!
  await get({ host: '127.0.0.1', port, path: '/' })
  const took = performance.now() - begin
  child.kill('SIGKILL')
  return took
}

async function proportionalBytes(pid: string): Promise<number> {
  const text = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8')
  return Number(/^Pss:\s+(\d+)/m.exec(text)![1]) * 1024
}
