import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { lockHome } from './home-lock.ts'

let home: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'colonnade-lock-'))
})
afterEach(() => rmSync(home, { recursive: true }))

test('one process has a data directory, until it gives it back', () => {
  const unlock = lockHome(home)
  expect(() => lockHome(home)).toThrow(`Process ${process.pid} already runs Colonnade`)
  unlock()
  lockHome(home)()
})

test('a file that no process stands behind holds up nobody', () => {
  writeFileSync(join(home, 'lock.json'), '{"pid"')
  lockHome(home)()
  writeFileSync(join(home, 'lock.json'), JSON.stringify({ pid: process.pid, startedAt: 'another time' }))
  lockHome(home)()
})

test.runIf(process.platform === 'linux')('a process that was killed holds up nobody, also while its parent takes no note of that', async () => {
  // the shell becomes one that waits for none of its children
  const parent = spawn('sh', ['-c', `sleep 600 & echo $!; exec tail -f /dev/null`], { stdio: ['ignore', 'pipe', 'ignore'] })
  try {
    const [line] = (await once(parent.stdout, 'data')) as [Buffer]
    const pid = Number(line.toString())
    const stat = () => readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
    const startedAt = stat()[19]!
    writeFileSync(join(home, 'lock.json'), JSON.stringify({ pid, startedAt }))
    expect(() => lockHome(home)).toThrow(`Process ${pid} already runs Colonnade`)
    // until it is replaced, the shell would take note
    await expect.poll(() => readFileSync(`/proc/${parent.pid}/comm`, 'utf8').trim()).toBe('tail')
    process.kill(pid, 'SIGKILL')
    await expect.poll(() => stat()[0]).toBe('Z')
    lockHome(home)()
  } finally {
    parent.kill()
  }
})
