import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { disownDeadPostmaster } from './postmaster.ts'
import { isAlive } from './processes.ts'

let data: string

beforeAll(async () => {
  data = await mkdtemp(join(tmpdir(), 'colonnade-test-'))
})
afterAll(() => rm(data, { recursive: true, force: true }))

const noteOf = (pid: number): string => `${pid}\n/data\n1700000000\n54400\n/socket\n127.0.0.1\n  1234567  42\nready\n`

test.runIf(process.platform === 'linux')('the note of a dead server that nobody has reaped no longer names it, and keeps the rest', async () => {
  // the shell becomes a program that never asks for its child
  const parent = spawn('sh', ['-c', 'sleep 60 & echo $!; exec sleep 60'], { stdio: ['ignore', 'pipe', 'ignore'] })
  try {
    const [printed] = (await once(parent.stdout, 'data')) as [Buffer]
    const pid = Number(printed.toString())
    // until then it might still ask
    await expect.poll(() => readFile(`/proc/${parent.pid}/comm`, 'utf8')).toBe('sleep\n')
    await writeFile(join(data, 'postmaster.pid'), noteOf(pid))

    await disownDeadPostmaster(data)
    expect(await readFile(join(data, 'postmaster.pid'), 'utf8')).toBe(noteOf(pid))

    process.kill(pid, 'SIGKILL')
    await expect.poll(() => isAlive(pid)).toBe(false)
    process.kill(pid, 0) // for others, Postgres among them, it is still there
    await disownDeadPostmaster(data)
    expect(await readFile(join(data, 'postmaster.pid'), 'utf8')).toBe(noteOf(2_147_483_647))
  } finally {
    parent.kill('SIGKILL')
  }
})
