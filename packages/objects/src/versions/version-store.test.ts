import { newRef, silentLogger, systemRandom } from '@colonnade/core'
import { createHash, randomBytes, randomUUIDv7 } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type FileFamilies, openFileFamilies, versionPath } from '../families/families.ts'
import { openS3Families } from '../families/s3-families.ts'
import { choosePlace } from '../place/choose-place.ts'
import { openTestStorage, type TestStorage } from '../testing-storage.ts'
import { openDiskStores } from './disk/disk-store.ts'
import { openS3Stores } from './s3/s3-store.ts'
import { StoreUnavailable, type VersionStore, type VersionStores } from './version-store.ts'

let storage: TestStorage
let folder: string
let stores: VersionStores
let store: VersionStore
let families: FileFamilies
let family: string

beforeAll(async () => {
  storage = await openTestStorage()
})
afterAll(() => storage[Symbol.asyncDispose]())

const drivers = {
  disk: (idle = {}) => ({ stores: openDiskStores({ folder, ...idle }), families: openFileFamilies({ folder, random: systemRandom }) }),
  s3: (idle = {}) => ({
    stores: openS3Stores({ folder, ...idle, storage: storage.config }),
    families: openS3Families({ folder, random: systemRandom, storage: storage.config }),
  }),
}
beforeEach(async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'colonnade-objects-')), 'objects')
  family = newRef(systemRandom)
})
afterEach(async () => {
  await stores.close()
  await rm(dirname(folder), { recursive: true })
})
const open = (driver: keyof typeof drivers): void => {
  ;({ stores, families } = drivers[driver]())
  store = stores.family(family)
}

const most = { mostBytes: 50_000_000 }
/** A body in pieces of odd lengths. */
function* piecesOf(bytes: Buffer): Generator<Buffer> {
  for (let from = 0; from < bytes.length; from += 70_001) yield bytes.subarray(from, from + 70_001)
}
const write = async (bytes: Buffer): Promise<string> => {
  const version = randomUUIDv7()
  await store.write(version, Readable.from(piecesOf(bytes)), most)
  return version
}
const read = async (version: string, from = 0, to?: number, of = store): Promise<Buffer | null> => {
  const opened = await of.open(version)
  return opened && buffer(opened.read(from, to ?? opened.bytes - 1))
}
const stored = async (of = family): Promise<string[]> => (await Array.fromAsync(families.versions(of))).flat().toSorted()
const drafts = () => readdir(join(folder, family, 'incoming')).catch(() => [])

describe.each(['disk', 's3'] as const)('versions on %s', (driver) => {
  beforeEach(() => open(driver))

  test('come back as they were written, whole and in part, with their digests', async () => {
    // the last one goes to an object storage in parts
    for (const length of [0, 1, 262_143, 262_144, 262_145, 9_000_001]) {
      const bytes = randomBytes(length)
      const version = randomUUIDv7()
      const digests = ['md5', 'sha256', 'crc32'] as const
      const written = await store.write(version, Readable.from(piecesOf(bytes)), { ...most, expectedBytes: length, digests })
      expect(written.bytes).toBe(length)
      expect(written.digests.md5).toEqual(createHash('md5').update(bytes).digest())
      expect(written.digests.sha256).toEqual(createHash('sha256').update(bytes).digest())
      expect((await read(version))!.equals(bytes)).toBe(true)
      if (length > 10) expect((await read(version, length - 9, length - 2))!.equals(bytes.subarray(length - 9, length - 1))).toBe(true)
      expect(await families.find(family, version)).toMatchObject({ version, bytes: length })
    }
    expect(await families.measure(family)).toBe(262_143 + 262_144 + 262_145 + 9_000_002)
    expect(await store.open(randomUUIDv7())).toBeNull()
    expect(await store.open('../../etc/passwd')).toBeNull()
    expect(await drafts()).toEqual([])
  })

  test('leave nothing of a body that is too large, ends early or stalls', async () => {
    const sent = (bytes: number): Readable => Readable.from(piecesOf(Buffer.alloc(bytes)))
    await expect(store.write(randomUUIDv7(), sent(11), { mostBytes: 10 })).rejects.toMatchObject({ reason: 'too_large' })
    await expect(store.write(randomUUIDv7(), sent(600_000), { mostBytes: 500_000 })).rejects.toMatchObject({ reason: 'too_large' })
    await expect(store.write(randomUUIDv7(), sent(9), { ...most, expectedBytes: 10 })).rejects.toMatchObject({ reason: 'cut_short' })
    const broken = new Readable({ read() {} })
    broken.push('begun')
    setImmediate(() => broken.destroy(new Error('gone')))
    await expect(store.write(randomUUIDv7(), broken, most)).rejects.toMatchObject({ reason: 'cut_short' })
    const impatient = drivers[driver]({ idleMs: 1 }).stores
    await expect(impatient.family(family).write(randomUUIDv7(), new Readable({ read() {} }), most)).rejects.toMatchObject({ reason: 'idle' })
    await impatient.close()
    expect([await drafts(), await stored()]).toEqual([[], []])
  })

  test('are copied, and outlive what they were copied from', async () => {
    const [version, copy] = [await write(Buffer.from('text')), randomUUIDv7()]
    expect(await store.copy(version, copy)).toBe(true)
    await store.discard(version)
    expect(String(await read(copy))).toBe('text')
    expect(await store.copy(version, randomUUIDv7())).toBe(false)
    await families.remove(family, copy)
    await families.remove(family, copy)
    expect([await store.open(copy), await stored()]).toEqual([null, []])
  })

  test('come in parts', async () => {
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
    expect([await drafts(), await stored()]).toEqual([[], [version, copy].sort()])
  })

  test('go to another family, elsewhere and back, and away with their family', async () => {
    const [one, two] = [await write(Buffer.from('one')), await write(Buffer.from('two'))]
    const parted = store.inParts(randomUUIDv7())
    await parted.write(1, Readable.from([Buffer.from('begun')]), most)
    const second = newRef(systemRandom)
    // twice: a kill may have been in between
    for (let n = 0; n < 2; n += 1) expect(await families.share(family, second, (version) => version !== two)).toBe(1)
    expect(await stored(second)).toEqual([one])
    const listed = async () => (await families.list()).filter((each) => each === family || each === second)
    expect((await listed()).toSorted()).toEqual([family, second].toSorted())
    const packed = (await families.pack(family, two))!
    expect(packed).toMatchObject({ form: 'file', bytes: 3 })
    await families.unpack(second, two, packed.form, packed.open())
    expect(String(await read(two, 0, 2, stores.family(second)))).toBe('two')
    expect(await families.pack(family, randomUUIDv7())).toBeNull()
    await families.removeAbandoned(family, Date.now() + 1_000, () => true)
    expect((await drafts()).length).toBe(1)
    await families.removeAbandoned(family, Date.now() + 1_000, () => false)
    expect(await drafts()).toEqual([])
    await families.bury(family)
    expect(await listed()).toEqual([second])
    await families.clear()
    expect([await stored(), await stored(second)]).toEqual([[], [one, two].toSorted()])
    await families.bury(second)
    await families.clear()
    expect(await listed()).toEqual([])
  })
})

describe('an object storage', () => {
  beforeEach(() => open('s3'))

  test('that is away is told, and acknowledges nothing', async () => {
    const version = await write(Buffer.from('kept'))
    await storage.stop()
    try {
      await expect(write(Buffer.from('lost'))).rejects.toBeInstanceOf(StoreUnavailable)
      await expect(store.open(version)).rejects.toThrow(/nothing answers at http/)
      await expect(store.copy(version, randomUUIDv7())).rejects.toBeInstanceOf(StoreUnavailable)
      await expect(families.list()).rejects.toBeInstanceOf(StoreUnavailable)
      expect(await drafts()).toEqual([])
    } finally {
      await storage.start()
    }
    expect(String(await read(version))).toBe('kept')
    expect(await stored()).toEqual([version])
  })

  test('takes copies that were made of parts, and forgets what a kill left beside them', async () => {
    const version = randomUUIDv7()
    const names = ['0000000000000001', '0000000000000002']
    const content = `${JSON.stringify(names.map((name) => ({ name, bytes: 2 })))}\nabcd`
    await families.unpack(family, version, 'parts', Readable.from([Buffer.from(content)]) as AsyncIterable<Buffer>)
    expect(String(await read(version))).toBe('abcd')
    const draft = join(folder, family, 'incoming', version)
    await writeFile(draft, 'abcd')
    await utimes(draft, new Date(0), new Date(0))
    await families.removeAbandoned(family, Date.now(), () => true)
    expect(existsSync(draft)).toBe(false)
  })
})

describe('the place of files', () => {
  const choose = (config: TestStorage['config'] | null) => choosePlace({ folder, storage: config, random: systemRandom, logger: silentLogger })
  beforeEach(() => open('s3'))

  test('moves to a bucket once, and is not forgotten', async () => {
    const [file, parts] = [randomUUIDv7(), randomUUIDv7()]
    for (const path of [versionPath(folder, family, file), join(versionPath(folder, family, parts), '0000000000000001')]) {
      await mkdir(dirname(path), { recursive: true })
      await writeFile(path, 'bytes')
    }
    await choose(null)
    await choose(storage.config)
    expect([String(await read(file)), String(await read(parts))]).toEqual(['bytes', 'bytes'])
    expect(existsSync(versionPath(folder, family, file))).toBe(false)
    await choose(storage.config)
    await expect(choose(null)).rejects.toThrow(/COLONNADE_OBJECTS_… are missing/)
    await expect(choose({ ...storage.config, prefix: 'other/' })).rejects.toMatchObject({ code: 'config_invalid' })
    // a storage that is away comes back
    await storage.stop()
    await choose(storage.config).finally(() => storage.start())
  })

  test('is refused where its settings are wrong', async () => {
    await expect(choose({ ...storage.config, secretAccessKey: 'wrong' })).rejects.toThrow(/secret access key doesn’t match/)
    await expect(choose({ ...storage.config, bucket: 'nowhere' })).rejects.toThrow(/no bucket "nowhere"/)
    await choose(storage.config)
    await expect(choose({ ...storage.config, accessKeyId: 'unknown' })).rejects.toMatchObject({ code: 'config_invalid' })
  })
})
