import { systemRandom } from '@colonnade/core'
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { masterKeyFile, openSecrets, type Secrets } from './secrets.ts'

let folder: string
let secrets: Secrets

/** As in a database, for one data folder. */
const records = new Map<string, string>()
const open = (dataDir: string, acceptOther = false): Promise<Secrets> => {
  const record = { read: async () => records.get(dataDir) ?? null, keep: async (id: string) => void records.set(dataDir, id) }
  return openSecrets({ dataDir, random: systemRandom, record, acceptOther })
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'colonnade-secrets-'))
  secrets = await open(join(folder, 'platform'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

describe('the master key', () => {
  test('is made once, for us alone, and found again', async () => {
    const dataDir = join(folder, 'platform')
    expect((await stat(dataDir)).mode & 0o777).toBe(0o700)
    expect((await stat(join(dataDir, masterKeyFile))).mode & 0o777).toBe(0o600)
    expect(await readdir(dataDir)).toEqual([masterKeyFile])
    const again = await open(dataDir)
    expect(again.open(secrets.seal('kept', 'a'), 'a')).toBe('kept')
    expect(again.verify('links', 'x', secrets.sign('links', 'x'))).toBe(true)
  })

  test('that was cut off while it was written is made anew', async () => {
    const dataDir = join(folder, 'killed')
    await open(dataDir)
    await rm(join(dataDir, masterKeyFile))
    records.delete(dataDir)
    await writeFile(join(dataDir, `${masterKeyFile}.draft`), 'half')
    await open(dataDir)
    expect(await readdir(dataDir)).toEqual([masterKeyFile])
    expect((await stat(join(dataDir, masterKeyFile))).size).toBe(32)
  })

  test('that is missing, or another one than before, is refused until somebody accepts the loss', async () => {
    const dataDir = join(folder, 'lost')
    const first = await open(dataDir)
    const sealed = first.seal('kept', 'a')
    await rm(join(dataDir, masterKeyFile))
    const refusal = { code: 'home_unusable', message: expect.stringContaining('Put it back from a backup') as string }
    await expect(open(dataDir)).rejects.toMatchObject(refusal)
    expect(await readdir(dataDir)).toEqual([])
    await writeFile(join(dataDir, masterKeyFile), Buffer.alloc(32))
    await expect(open(dataDir)).rejects.toMatchObject(refusal)
    const other = await open(dataDir, true)
    expect(() => other.open(sealed, 'a')).toThrow()
    // from then on it is the one
    await open(dataDir)
    await rm(join(dataDir, masterKeyFile))
    await open(dataDir, true)
  })

  test('that is none is said to be none, and not replaced', async () => {
    const dataDir = join(folder, 'spoilt')
    await open(dataDir)
    await writeFile(join(dataDir, masterKeyFile), 'short')
    await expect(open(dataDir)).rejects.toMatchObject({ code: 'home_unusable' })
    expect((await stat(join(dataDir, masterKeyFile))).size).toBe(5)
  })
})

describe('a signature', () => {
  test('is good for its text and its purpose alone', () => {
    const signature = secrets.sign('links', 'a')
    expect(signature).toMatch(/^[\w-]{43}$/)
    expect(secrets.verify('links', 'a', signature)).toBe(true)
    expect(secrets.verify('links', 'b', signature)).toBe(false)
    expect(secrets.verify('other', 'a', signature)).toBe(false)
    for (const wrong of ['', 'x', signature.slice(1), `${signature}AAAA`, 'ü'.repeat(43)]) expect(secrets.verify('links', 'a', wrong)).toBe(false)
  })
})

describe('a sealed text', () => {
  const context = 'settings.smtp_password.7'

  test.for(['', 'plain', '🗝'.repeat(100), '\u0000'])('comes back as it was: %j', (text) => {
    const sealed = secrets.seal(text, context)
    expect(sealed).toMatch(/^v1\.[0-9a-f]{8}\.[\w-]+$/)
    expect(secrets.open(sealed, context)).toBe(text)
  })

  test('is never the same twice', () => {
    expect(secrets.seal('x', context)).not.toBe(secrets.seal('x', context))
  })

  test('opens nowhere else', () => {
    expect(() => secrets.open(secrets.seal('x', context), 'settings.smtp_password.8')).toThrow(expect.objectContaining({ code: 'internal' }))
  })

  test('does not open when any part of it was altered or cut', () => {
    const sealed = secrets.seal('secret', context)
    const start = sealed.lastIndexOf('.') + 1
    for (let index = 0; index < sealed.length; index += 1) {
      const other = sealed[index] === 'A' ? 'B' : 'A'
      // the last character of base64 may hold bits that mean nothing
      if (index === sealed.length - 1) continue
      expect(() => secrets.open(sealed.slice(0, index) + other + sealed.slice(index + 1), context), String(index)).toThrow()
    }
    for (let length = 0; length < sealed.length - start; length += 1) expect(() => secrets.open(sealed.slice(0, start + length), context)).toThrow()
  })

  test('of another installation says so in the log, and nothing to people', async () => {
    const other = await open(join(folder, 'other'))
    expect(() => secrets.open(other.seal('x', context), context)).toThrow(
      expect.objectContaining({ code: 'internal', message: 'Something went wrong on our side', internal: expect.stringContaining(masterKeyFile) }),
    )
  })
})
