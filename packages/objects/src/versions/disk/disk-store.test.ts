import { createHash, randomBytes, randomUUIDv7 } from 'node:crypto'
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { VersionStore, VersionStores } from '../version-store.ts'
import { openDiskStores } from './disk-store.ts'

const family = 'abcdefghijklmnopqrst'
let folder: string
let stores: VersionStores
let store: VersionStore

let failing: string | null = null

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
    idleMs: 100,
    freeShare: async () => 1,
    failpoint(name) {
      if (name === failing) throw Object.assign(new Error(name), { code: 'EIO' })
    },
  })
  await rm(join(folder, family), { recursive: true, force: true })
  store = stores.family(family)
})

const most = { mostBytes: 10_000_000 }
/** A body in pieces of odd lengths. */
function* piecesOf(bytes: Buffer): Generator<Buffer> {
  for (let from = 0; from < bytes.length; from += 70_001) yield bytes.subarray(from, from + 70_001)
}
const write = async (bytes: Buffer): Promise<string> => {
  const version = randomUUIDv7()
  await store.write(version, Readable.from(piecesOf(bytes)), most)
  return version
}
const read = async (version: string, from = 0, to?: number): Promise<Buffer | null> => {
  const opened = await store.open(version)
  return opened && buffer(opened.read(from, to ?? opened.bytes - 1))
}
const left = async (): Promise<string[]> => [
  ...(await readdir(join(folder, family, 'incoming')).catch(() => [])),
  ...(await readdir(join(folder, family, 'store'), { recursive: true }).catch(() => []))
    .filter((path) => path.split('/').length === 2)
    .map((path) => path.slice(3)),
]

test('bytes come back as they were written, whole and in part, with their digests', async () => {
  for (const length of [0, 1, 262_143, 262_144, 262_145, 1_500_000]) {
    const bytes = randomBytes(length)
    const version = randomUUIDv7()
    const digests = ['md5', 'sha256', 'crc32'] as const
    const written = await store.write(version, Readable.from(piecesOf(bytes)), { ...most, expectedBytes: length, digests })
    expect(written.bytes).toBe(length)
    expect(written.digests.md5).toEqual(createHash('md5').update(bytes).digest())
    expect(written.digests.sha256).toEqual(createHash('sha256').update(bytes).digest())
    expect((await read(version))!.equals(bytes)).toBe(true)
    if (length > 10) expect((await read(version, 5, 9))!.equals(bytes.subarray(5, 10))).toBe(true)
    expect((await stat(join(folder, family, 'store', version.slice(-2), version))).mode & 0o777).toBe(0o600)
  }
  expect(await store.open(randomUUIDv7())).toBeNull()
  expect(await store.open('../../etc/passwd')).toBeNull()
})

test('of a body that is too large, ends early or stalls nothing is left', async () => {
  const sent = (bytes: number): Readable => Readable.from(piecesOf(Buffer.alloc(bytes)))
  await expect(store.write(randomUUIDv7(), sent(11), { mostBytes: 10 })).rejects.toMatchObject({ reason: 'too_large' })
  await expect(store.write(randomUUIDv7(), sent(600_000), { mostBytes: 500_000 })).rejects.toMatchObject({ reason: 'too_large' })
  await expect(store.write(randomUUIDv7(), sent(9), { ...most, expectedBytes: 10 })).rejects.toMatchObject({ reason: 'cut_short' })
  const broken = new Readable({ read() {} })
  broken.push('begun')
  setImmediate(() => broken.destroy(new Error('gone')))
  await expect(store.write(randomUUIDv7(), broken, most)).rejects.toMatchObject({ reason: 'cut_short' })
  await expect(store.write(randomUUIDv7(), new Readable({ read() {} }), most)).rejects.toMatchObject({ reason: 'idle' })
  expect(await left()).toEqual([])
})

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
  const full = openDiskStores({ folder, freeShare: async () => 0.01 })
  await expect(full.family(family).write(randomUUIDv7(), Readable.from([Buffer.from('x')]), most)).rejects.toMatchObject({ reason: 'disk_full' })
  await full.close()
})

test('a copy costs no space, and outlives what it was made of', async () => {
  const version = await write(Buffer.from('text'))
  const copy = randomUUIDv7()
  expect(await store.copy(version, copy)).toBe(true)
  expect((await stat(join(folder, family, 'store', copy.slice(-2), copy))).nlink).toBe(2)
  await store.discard(version)
  expect(String(await read(copy))).toBe('text')
  expect(await store.copy(version, randomUUIDv7())).toBe(false)
})

test('parts become one version without being copied', async () => {
  const version = randomUUIDv7()
  const parts = store.inParts(version)
  const bytes = randomBytes(600_000)
  await parts.write(7, Readable.from([bytes.subarray(300_000)]), most)
  await parts.write(1, Readable.from([Buffer.from('replaced')]), most)
  await parts.write(1, Readable.from([bytes.subarray(0, 300_000)]), most)
  await parts.write(9, Readable.from([Buffer.from('dropped')]), most)
  expect(await parts.parts()).toEqual([
    { part: 1, bytes: 300_000 },
    { part: 7, bytes: 300_000 },
    { part: 9, bytes: 7 },
  ])
  expect(await store.open(version)).toBeNull()
  const broken = Readable.from(
    (async function* () {
      yield Buffer.from('begin')
      throw new Error('gone')
    })(),
  )
  expect((await parts.write(8, broken, { ...most, keepsBeginning: true })).bytes).toBe(5)
  expect(await parts.keep([1, 2])).toBe(false)
  expect(await parts.keep([1, 7])).toBe(true)
  expect((await read(version))!.equals(bytes)).toBe(true)
  expect((await read(version, 299_990, 300_009))!.equals(bytes.subarray(299_990, 300_010))).toBe(true)
  const copy = randomUUIDv7()
  expect(await store.copy(version, copy)).toBe(true)
  expect((await read(copy))!.equals(bytes)).toBe(true)
  const given = store.inParts(randomUUIDv7())
  await given.write(1, Readable.from([Buffer.from('x')]), most)
  await given.discard()
  expect((await left()).sort()).toEqual([version, copy].sort())
})
