import { silentLogger } from '@colonnade/core'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OwnDatabase } from '../egress/own-database.ts'
import { bootOnce } from './boot-once.ts'
import { type Ground, openGround } from './ground.ts'
import { beganAt } from './measures.ts'

let home: string
let ground: Ground
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'functions-'))
  await chmod(home, 0o711)
  ground = await openGround(join(home, 'functions'), silentLogger)
})
afterAll(async () => {
  await ground[Symbol.asyncDispose]()
  await rm(home, { recursive: true, force: true })
})

/** Answers each client with the bytes it sends. */
const echo: OwnDatabase = async ({ folder }) => {
  const server = createServer((socket) => socket.pipe(socket))
  const path = join(folder, '.s.PGSQL.5432')
  await new Promise<void>((resolve) => server.listen(path, resolve))
  await chmod(path, 0o666)
  return server
}

async function boot(name: string, text: string, { allowedHosts = null, ownDatabase = null }: Partial<Parameters<typeof bootOnce>[1]> = {}) {
  const bundle = join(home, name)
  await mkdir(bundle)
  await writeFile(join(bundle, 'index.js'), text)
  return bootOnce(ground, {
    ref: 'a'.repeat(20),
    bundle,
    entrypoint: 'index.js',
    environment: { TOKEN: 'secret' },
    allowedHosts,
    ownDatabase,
    memoryBytes: 64 * 1024 ** 2,
  })
}

test.each([
  ['serve', 'console.log("begins"); Deno.serve(() => new Response())', true, 'begins'],
  ['export', 'console.log(Deno.env.get("TOKEN")); export default { fetch: () => new Response() }', true, 'secret'],
  ['http', 'import { createServer } from "node:http"; createServer(() => {}).listen(3000)', true, ''],
  ['ends', 'console.log("over")', false, 'over'],
  ['throws', 'throw new Error("broken")', false, expect.stringContaining('broken')],
])('says whether a bundle listens: %s', async (name, text, isUp, log) => {
  expect(await boot(name, text)).toEqual({ isUp, log })
})

test('a module connects to its database while it loads, the way each driver does', async () => {
  const drivers = `
    import net, { connect, Socket } from 'node:net'
    const { hostname, port } = new URL(Deno.env.get('SUPABASE_DB_URL'))
    const answer = (socket) => new Promise((resolve, reject) => socket.on('error', reject).on('data', (data) => (socket.destroy(), resolve(String(data)))).on('connect', () => socket.write('node')))
    const ways = [
      () => new Socket().connect(Number(port), hostname),
      () => new Socket().connect({ host: hostname, port }),
      () => connect(Number(port), hostname),
      () => net.createConnection({ host: hostname, port }),
    ]
    for (const open of ways) console.log(await answer(open()))
    const connection = await Deno.connect({ hostname, port: Number(port) })
    connection.setNoDelay(true)
    await connection.write(new TextEncoder().encode('deno'))
    const bytes = new Uint8Array(8)
    console.log(new TextDecoder().decode(bytes.subarray(0, await connection.read(bytes))))
    connection.close()
    Deno.serve(() => new Response())`
  const { isUp, log } = await boot('drivers', drivers, { allowedHosts: ['example.com'], ownDatabase: echo })
  expect([isUp, log]).toEqual([true, 'node\nnode\nnode\nnode\ndeno'])
})

test.runIf(process.platform === 'linux')('a start ends what a killed server has left, and no other process', async () => {
  const folder = join(home, 'left')
  await mkdir(join(folder, 'processes'), { recursive: true })
  const [orphan, other] = [spawn('sleep', ['60']), spawn('sleep', ['60'])]
  await Promise.all([once(orphan, 'spawn'), once(other, 'spawn')])
  await writeFile(join(folder, 'processes', `${orphan.pid}-${await beganAt(orphan.pid!)}`), '')
  // its number was another process's before
  await writeFile(join(folder, 'processes', `${other.pid}-1`), '')
  const ended = once(orphan, 'exit')
  await using _next = await openGround(folder, silentLogger)
  expect(await ended).toEqual([null, 'SIGKILL'])
  expect(other.exitCode ?? other.signalCode).toBeNull()
  other.kill()
})
