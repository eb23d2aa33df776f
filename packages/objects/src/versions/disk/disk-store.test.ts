import { randomUUIDv7 } from 'node:crypto'
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { VersionStore, VersionStores } from '../version-store.ts'
import { openDiskStores } from './disk-store.ts'

const family = 'abcdefghijklmnopqrst'
let folder: string
let stores: VersionStores
let store: VersionStore

let failing: string | null = null
let code = 'EIO'

beforeAll(async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'colonnade-objects-')), 'objects')
})
afterEach(() => stores.close())
afterAll(async () => {
  await rm(join(folder, '..'), { recursive: true })
})
beforeEach(async () => {
  stores = openDiskStores({
    folder,
    freeShare: async () => 1,
    failpoint(name) {
      if (name === failing) throw Object.assign(new Error(name), { code })
    },
  })
  await rm(join(folder, family), { recursive: true, force: true })
  store = stores.family(family)
})

const most = { mostBytes: 10_000_000 }
const write = async (bytes: Buffer): Promise<string> => {
  const version = randomUUIDv7()
  await store.write(version, Readable.from([bytes]), most)
  return version
}
const left = async (): Promise<string[]> => [
  ...(await readdir(join(folder, family, 'incoming')).catch(() => [])),
  ...(await readdir(join(folder, family, 'store'), { recursive: true }).catch(() => []))
    .filter((path) => path.split('/').length === 2)
    .map((path) => path.slice(3)),
]

test('a disk that fails or is nearly full acknowledges nothing', async () => {
  for (const step of [
    'before bytes are written',
    'after bytes are written',
    'before the version is in its place',
    'after the version is in its place',
  ]) {
    failing = step
    await expect(write(Buffer.from('x'))).rejects.toMatchObject({ code: 'EIO' })
    failing = null
    expect([step, ...(await left())]).toEqual([step])
  }
  // a disk that fills up during the write
  code = 'ENOSPC'
  failing = 'after bytes are written'
  await expect(write(Buffer.from('x'))).rejects.toMatchObject({ reason: 'disk_full' })
  failing = null
  code = 'EIO'
  expect(await left()).toEqual([])
  const full = openDiskStores({ folder, freeShare: async () => 0.01 })
  await expect(full.family(family).write(randomUUIDv7(), Readable.from([Buffer.from('x')]), most)).rejects.toMatchObject({ reason: 'disk_full' })
  await full.close()
})

test('a copy costs no space, and nobody else can read it', async () => {
  const version = await write(Buffer.from('text'))
  const copy = randomUUIDv7()
  expect(await store.copy(version, copy)).toBe(true)
  expect((await stat(join(folder, family, 'store', copy.slice(-2), copy))).nlink).toBe(2)
  expect((await stat(join(folder, family, 'store', copy.slice(-2), copy))).mode & 0o777).toBe(0o600)
})

test('a part stays as it was until what replaces it may', async () => {
  const version = randomUUIDv7()
  const parts = store.inParts(version)
  await parts.write(1, Readable.from([Buffer.from('former')]), most)
  const beforePlaced = (): Promise<void> => Promise.reject(new Error('not yet'))
  await expect(parts.write(1, Readable.from([Buffer.from('x')]), { ...most, beforePlaced })).rejects.toThrow('not yet')
  expect(await parts.parts()).toEqual([{ part: 1, bytes: 6 }])
  expect(await readdir(join(folder, family, 'incoming', version))).toHaveLength(1)
})

test('parts become one version without being copied', async () => {
  const version = randomUUIDv7()
  const parts = store.inParts(version)
  await parts.write(1, Readable.from([Buffer.from('x')]), most)
  const inode = async (path: string): Promise<number> => (await stat(join(folder, family, path, '0000000000000001'))).ino
  const before = await inode(`incoming/${version}`)
  await parts.keep([1])
  expect(await inode(`store/${version.slice(-2)}/${version}`)).toBe(before)
})
