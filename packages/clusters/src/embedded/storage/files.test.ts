import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { firstAccount, numberedAccounts } from './accounts.ts'
import { checkRef, readDescription, writeDescription } from './cluster-file.ts'
import { endedByDisk, storageError, writeDurably } from './files.ts'
import { homePaths } from './paths.ts'

test.each([
  [Object.assign(new Error('write'), { code: 'ENOSPC' }), 'storage_full'],
  [Object.assign(new Error('write'), { code: 'EDQUOT' }), 'storage_full'],
  [new Error('cp ended with 1: cp: error writing: No space left on device'), 'storage_full'],
  [Object.assign(new Error('open'), { code: 'EROFS' }), 'storage_read_only'],
  [new Error('FATAL: could not open file: Read-only file system'), 'storage_read_only'],
  [new Error('anything else'), undefined],
])('%s is %s', (error, code) => {
  expect(storageError(error)?.code).toBe(code)
})

test('a server is ended by the disk where its log says so, and by something else where there is room', async () => {
  const log = ['2026-11-24 00:06:28 UTC PANIC: could not write to file "pg_wal/xlogtemp.7": No space left on device']
  expect((await endedByDisk(tmpdir(), log))?.code).toBe('storage_full')
  expect(await endedByDisk(tmpdir(), ['FATAL: invalid checkpoint record'])).toBeUndefined()
})

test.each([
  '',
  'platform2',
  'abcdefghijklmnopqrs',
  'abcdefghijklmnopqrstu',
  'ABCDEFGHIJKLMNOPQRST',
  '../../../../etc/pass',
  'abcdefghijklmnopqrs/',
  'abcdefghijklmnopqrst\n',
])('%j names no cluster', (ref) => {
  expect(() => checkRef(ref)).toThrow(expect.objectContaining({ code: 'invalid_input' }))
})

test('a description is read as it was written, a damaged one as none', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'colonnade-files-'))
  const path = join(folder, 'cluster.json')
  const description = { ref: 'platform', compute: 'nano', version: '18.4', port: 54_400, account: { uid: 5, gid: 5 }, follows: null } as const
  expect(await readDescription(path)).toBeUndefined()
  await writeDescription(path, description)
  expect(await readDescription(path)).toEqual(description)
  for (const damaged of ['', '{"ref":"plat', '[]', 'null', JSON.stringify({ ...description, account: { uid: 0, gid: 0 } })]) {
    await writeDurably(path, damaged, 0o600)
    expect(await readDescription(path)).toBeUndefined()
  }
  expect(await readdir(folder)).toEqual(['cluster.json'])
  expect(await readFile(path, 'utf8')).toContain('"uid":0')
  await rm(folder, { recursive: true })
})

test('accounts are the lowest free numbers, in a range that the user namespace has', async () => {
  const accounts = numberedAccounts(1_000)
  accounts.take({ uid: 1_001, gid: 1_001 })
  expect([accounts.next(), accounts.next()]).toEqual([
    { uid: 1_000, gid: 1_000 },
    { uid: 1_002, gid: 1_002 },
  ])
  accounts.free({ uid: 1_000, gid: 1_000 })
  expect(accounts.next()?.uid).toBe(1_000)

  const folder = await mkdtemp(join(tmpdir(), 'colonnade-files-'))
  const first = async (map: string): Promise<number> => {
    await writeDurably(join(folder, 'uid_map'), map, 0o600)
    return firstAccount('/home', join(folder, 'uid_map'))
  }
  expect(await first('         0          0 4294967295\n')).toBeGreaterThanOrEqual(1_900_000_000)
  expect(await first('0 100000 65536\n')).toBe(45_536)
  await expect(first('0 1000 1\n')).rejects.toMatchObject({ code: 'home_unusable' })
  await rm(folder, { recursive: true })
})

test('a socket whose path would be too long lies in a short folder elsewhere', () => {
  const ref = 'abcdefghijklmnopqrst'
  const short = homePaths('/srv/colonnade', '/srv/colonnade', '/tmp')
  expect(short.cluster(ref).socket).toBe(`/srv/colonnade/clusters/${ref}/socket`)
  const long = homePaths(`/srv/${'x'.repeat(90)}`, '/srv', '/tmp')
  expect(long.cluster(ref).socket).toBe(`/tmp/colonnade-${long.mark}/${ref}`)
})
