import { silentLogger } from '@colonnade/core'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
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

async function boot(name: string, text: string) {
  const bundle = join(home, name)
  await mkdir(bundle)
  await writeFile(join(bundle, 'index.js'), text)
  return bootOnce(ground, {
    ref: 'a'.repeat(20),
    bundle,
    entrypoint: 'index.js',
    environment: { TOKEN: 'secret' },
    allowedHosts: null,
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
