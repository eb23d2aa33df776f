import { AppError } from '@colonnade/core'
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { lockHome } from './home-lock.ts'
import { watchHome } from './home-watch.ts'

let home: string
let lost: AppError[]
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'colonnade-watch-'))
  lockHome(home)
  lost = []
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

const watch = () => watchHome(home, (error) => void lost.push(error))

test.for([
  ['is deleted', () => rmSync(home, { recursive: true })],
  ['is moved away', () => renameSync(home, `${home}-away`)],
  ['loses its lock', () => rmSync(join(home, 'lock.json'))],
] as const)('a data directory that %s is told, once', async ([, happens]) => {
  using _ = watch()
  happens()
  await expect.poll(() => lost.length).toBe(1)
  expect(lost[0]).toMatchObject({ code: 'home_unusable', message: expect.stringContaining(`${home} was deleted or moved`) as string })
  rmSync(`${home}-away`, { recursive: true, force: true })
  await sleep(50)
  expect(lost).toHaveLength(1)
})

test('and so is one that was gone before it was watched', () => {
  rmSync(home, { recursive: true })
  using _ = watch()
  expect(lost).toHaveLength(1)
})

test('what is made and removed in it is nothing, nor what happens when nobody watches any more', async () => {
  {
    using _ = watch()
    writeFileSync(join(home, 'other'), '')
    rmSync(join(home, 'other'))
    await sleep(50)
  }
  rmSync(home, { recursive: true })
  await sleep(50)
  expect(lost).toEqual([])
})
