import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { supervise } from './supervise.mjs'

let folder: string
let starts: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'supervise-'))
  starts = join(folder, 'starts')
})
afterEach(() => rm(folder, { recursive: true }))

/** Runs a server whose program knows which start this is (from 1); says what was said and how often it was started. */
async function run(program: string) {
  const said: string[] = []
  const script = `
    const { appendFileSync, readFileSync } = require('node:fs')
    appendFileSync(${JSON.stringify(starts)}, '.')
    const start = readFileSync(${JSON.stringify(starts)}, 'utf8').length
    const report = (state, then) => process.send({ state }, then)
    ${program}`
  const server = supervise(process.execPath, ['--input-type=commonjs', '-e', script], {
    say: (line: string) => said.push(line.trim()),
    delays: [0, 1],
  })
  return { server, said, count: async () => (await readFile(starts, 'utf8')).length }
}

test('a server that dies is started again, which is said, until it is stopped', async () => {
  const { server, said, count } = await run(`report('up', () => start < 3 ? process.kill(process.pid, 'SIGKILL') : process.exit(0))`)
  expect(await server.ended).toBe(0)
  expect(await count()).toBe(3)
  expect(said).toEqual([
    "Colonnade's server process died (SIGKILL). Restarting it in 0 s …",
    "Colonnade's server process died (SIGKILL). Restarting it in 0.001 s …",
  ])
})

test.for([
  ['never came up', `process.exit(1)`],
  ['has lost its data directory', `report('up', () => report('closed', () => process.exit(1)))`],
] as const)('a server that %s is not started again', async ([, program]) => {
  const { server, said, count } = await run(program)
  expect(await server.ended).toBe(1)
  expect(await count()).toBe(1)
  expect(said).toEqual([])
})

test('a server that fails to come up again is tried again', async () => {
  const { server, count } = await run(`if (start === 2) process.exit(1); report('up', () => process.exit(start === 1 ? 7 : 0))`)
  expect(await server.ended).toBe(0)
  expect(await count()).toBe(3)
})
