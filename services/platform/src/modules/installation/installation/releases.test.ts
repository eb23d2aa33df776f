import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { PlatformContext } from '../../../kernel/context.ts'
import { type HasRelease, programFolder, readRelease, retrieveReleases } from './releases.ts'

const [one, other] = ['1', '2'].map((digit) => digit.repeat(40)) as [string, string]
let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'release-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

function write(files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
}
const revisionOf = async () => (await readRelease(folder, '1.0.0')).revision

test('the commit of a clone is read where Git keeps it', async () => {
  expect(await revisionOf()).toBeNull()
  write({ '.git/HEAD': `${one}\n` })
  expect(await revisionOf()).toBe(one)
  write({ '.git/HEAD': 'ref: refs/heads/a/branch\n', '.git/packed-refs': `# pack-refs\n${one} refs/heads/main\n${other} refs/heads/a/branch\n` })
  expect(await revisionOf()).toBe(other)
  write({ '.git/refs/heads/a/branch': `${one}\n` })
  expect(await revisionOf()).toBe(one)
})

test.each(['ref: refs/../../../etc/passwd', 'ref: refs/heads/gone', 'nonsense', ''])('of “%s” there is none', async (head) => {
  write({ '.git/HEAD': head })
  expect(await revisionOf()).toBeNull()
})

test('another version or commit on the disk asks for a restart, and what can not be read does not', async () => {
  const ctx = { parts: { release: { version: '1.0.0', revision: one } } } as PlatformContext<HasRelease>
  expect(await retrieveReleases(ctx, folder)).toMatchObject({ installed: null, is_restart_needed: false })
  write({ 'package.json': '{"version":"1.0.0"}', '.git/HEAD': one })
  expect(await retrieveReleases(ctx, folder)).toMatchObject({ is_restart_needed: false })
  write({ '.git/HEAD': other })
  expect(await retrieveReleases(ctx, folder)).toMatchObject({ is_restart_needed: true, installed: { version: '1.0.0', revision: other } })
  write({ 'package.json': '{"version":"1.1.0"}', '.git/HEAD': one })
  expect(await retrieveReleases(ctx, folder)).toMatchObject({ is_restart_needed: true })
  write({ 'package.json': 'half of' })
  expect(await retrieveReleases(ctx, folder)).toMatchObject({ installed: null, is_restart_needed: false })
})

test('this copy of the program knows where it is', async () => {
  const ctx = { parts: { release: { version: '0.0.0', revision: null } } } as PlatformContext<HasRelease>
  expect((await retrieveReleases(ctx, programFolder)).installed?.version).toMatch(/^\d+\.\d+\.\d+$/)
})
