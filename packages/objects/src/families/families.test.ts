import { newRef, systemRandom } from '@colonnade/core'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FileFamilies, openFileFamilies, versionPath } from './families.ts'
import { createdAt, isVersion, VersionSet } from './versions.ts'

let folder: string
let families: FileFamilies

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'colonnade-test-'))
  families = openFileFamilies({ folder, random: systemRandom })
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const one = '019320f5-7d5c-7000-8000-00000000000a'
const parts = '019320f5-7d5d-7000-8000-00000000000b'
const other = '019320f5-7d5e-7000-8000-00000000010a'

async function put(family: string, version: string, content: string | Readonly<Record<string, string>>): Promise<void> {
  const path = versionPath(folder, family, version)
  await mkdir(typeof content === 'string' ? dirname(path) : path, { recursive: true })
  if (typeof content === 'string') return writeFile(path, content)
  for (const [name, text] of Object.entries(content)) await writeFile(join(path, name), text)
}

const versionsOf = async (family: string): Promise<string[]> => (await Array.fromAsync(families.versions(family))).flat().toSorted()

test('a version tells when it was made, and what is no UUID is none', () => {
  // the example of RFC 9562, A.6
  expect(createdAt('017f22e2-79b0-7cc3-98c4-dc0c0c07398f')).toBe(Date.parse('2022-02-22T19:22:22.000Z'))
  expect(createdAt('b3c1f0aa-7d5c-4000-8000-00000000000a')).toBe(0)
  expect(['', one.toUpperCase(), `${one}x`, '../x', one].map(isVersion)).toEqual([false, false, false, false, true])
})

test('a set has what was added to it and nothing else, whatever their order', () => {
  const set = new VersionSet()
  const versionOf = (n: number): string => `019320f5-7d5c-7000-8000-${((n * 0x9e3779b1) % 2 ** 32).toString(16).padStart(12, '0')}`
  for (let n = 0; n < 20_000; n += 2) set.add(versionOf(n))
  set.add('no version')
  expect(set.size).toBe(10_000)
  const found = Array.from({ length: 20_000 }, (_, n) => set.has(versionOf(n)))
  expect(found.every((isThere, n) => isThere === (n % 2 === 0))).toBe(true)
})

test('a family lists its versions, gives them to another without a copy of their bytes, and goes as a whole', async () => {
  const [family, second] = [newRef(systemRandom), newRef(systemRandom)]
  await put(family, one, 'one')
  await put(family, parts, { 1: 'first', 2: 'second' })
  await put(family, other, 'other')
  expect(await families.list()).toEqual([family])
  expect(await versionsOf(family)).toEqual([one, parts, other])
  expect(await families.find(family, parts)).toMatchObject({ bytes: 11 })
  expect([await families.measure(family), await families.measure(second)]).toEqual([19, 0])
  expect(await families.find(family, '019320f5-7d5c-7000-8000-0000000000ff')).toBeNull()
  // twice: a kill may have been in between
  for (let n = 0; n < 2; n += 1) expect(await families.share(family, second, (version) => version !== other)).toBe(2)
  expect(await versionsOf(second)).toEqual([one, parts])
  const inode = async (of: string): Promise<number> => (await stat(versionPath(folder, of, one))).ino
  expect(await inode(second)).toBe(await inode(family))
  // each has names of its own
  await families.remove(family, one)
  await families.remove(family, one)
  await families.remove(family, parts)
  expect(await readFile(versionPath(folder, second, one), 'utf8')).toBe('one')
  expect(await readFile(join(versionPath(folder, second, parts), '2'), 'utf8')).toBe('second')
  await families.bury(family)
  await families.bury(family)
  expect(await families.list()).toEqual([second])
  expect(await readdir(join(folder, '.removed'))).toHaveLength(1)
  await families.clear()
  expect(await readdir(join(folder, '.removed'))).toEqual([])
  await expect(families.bury('../..')).rejects.toThrow('is no family')
})

test('a version is put back as it was, once all of it is there, and otherwise not', async () => {
  const family = newRef(systemRandom)
  await put(family, one, 'one')
  await put(family, parts, { 1: 'first', 2: '', 10: 'x'.repeat(200_000) })
  for (const [version, form] of [
    [one, 'file'],
    [parts, 'parts'],
  ] as const) {
    const packed = (await families.pack(family, version))!
    const content = Buffer.concat(await Array.fromAsync(packed.open()))
    expect(packed).toMatchObject({ form, bytes: content.length })
    await families.remove(family, version)
    const giveUp = async function* (): AsyncGenerator<Buffer> {
      yield content.subarray(0, 2)
      yield content.subarray(2)
      throw new Error('another one')
    }
    await expect(families.unpack(family, version, form, giveUp())).rejects.toThrow('another one')
    const cut = async function* (): AsyncGenerator<Buffer> {
      yield content.subarray(0, -1)
    }
    if (form === 'parts') await expect(families.unpack(family, version, form, cut())).rejects.toThrow('ends before')
    expect(await families.pack(family, version)).toBeNull()
    const again = async function* (): AsyncGenerator<Buffer> {
      for (let from = 0; from < content.length; from += 7_001) yield content.subarray(from, from + 7_001)
    }
    await families.unpack(family, version, form, again())
    expect(Buffer.concat(await Array.fromAsync((await families.pack(family, version))!.open())).equals(content)).toBe(true)
  }
  expect(await readdir(versionPath(folder, family, parts))).toEqual(['1', '10', '2'])
  expect(await readdir(dirname(versionPath(folder, family, one)))).toEqual([one])
  const odd = async function* (): AsyncGenerator<Buffer> {
    yield Buffer.from('[{"name":"../x","bytes":1}]\nx')
  }
  await expect(families.unpack(family, other, 'parts', odd())).rejects.toThrow('part that is none')
})

test('what an upload left behind goes when it is old, unless somebody still wants it', async () => {
  const family = newRef(systemRandom)
  const incoming = join(folder, family, 'incoming')
  await families.removeAbandoned(family, Date.now(), () => false)
  await mkdir(join(incoming, parts), { recursive: true })
  await writeFile(join(incoming, one), 'half')
  await families.removeAbandoned(family, Date.now() - 60_000, () => false)
  expect(await readdir(incoming)).toHaveLength(2)
  await families.removeAbandoned(family, Date.now() + 60_000, (version) => version === parts)
  expect(await readdir(incoming)).toEqual([parts])
})

test('a listing is found as it was kept; one that was cut short is none', async () => {
  const ref = newRef(systemRandom)
  const { listings } = families
  expect(await listings.find(ref)).toBeNull()
  const versions = new VersionSet()
  versions.add(one)
  versions.add(other)
  await listings.keep(ref, { standstill: 'x', from: 5, until: 6, versions })
  const found = await listings.find(ref)
  expect(found).toMatchObject({ standstill: 'x', from: 5, until: 6 })
  expect([one, parts, other].map((version) => found!.versions.has(version))).toEqual([true, false, true])
  const path = join(folder, '.listings', ref)
  const content = await readFile(path)
  for (const length of [0, 100, 256, content.length - 1]) {
    await writeFile(path, content.subarray(0, length))
    expect(await listings.find(ref)).toBeNull()
  }
  await listings.forget(ref)
  expect(await readdir(dirname(path))).toEqual([])
})
