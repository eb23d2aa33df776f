import { systemRandom } from '@colonnade/core'
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { masterKeyFile, openSecrets, type Secrets } from './secrets.ts'

let folder: string
let secrets: Secrets

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'colonnade-secrets-'))
  secrets = await openSecrets(join(folder, 'platform'), systemRandom)
})
afterAll(() => rm(folder, { recursive: true, force: true }))

describe('the master key', () => {
  test('is made once, for us alone, and found again', async () => {
    const dataDir = join(folder, 'platform')
    expect((await stat(dataDir)).mode & 0o777).toBe(0o700)
    expect((await stat(join(dataDir, masterKeyFile))).mode & 0o777).toBe(0o600)
    expect(await readdir(dataDir)).toEqual([masterKeyFile])
    const again = await openSecrets(dataDir, systemRandom)
    expect(again.open(secrets.seal('kept', 'a'), 'a')).toBe('kept')
    expect(again.verify('links', 'x', secrets.sign('links', 'x'))).toBe(true)
  })

  test('that was cut off while it was written is made anew', async () => {
    const dataDir = join(folder, 'killed')
    await openSecrets(dataDir, systemRandom)
    await rm(join(dataDir, masterKeyFile))
    await writeFile(join(dataDir, `${masterKeyFile}.draft`), 'half')
    await openSecrets(dataDir, systemRandom)
    expect(await readdir(dataDir)).toEqual([masterKeyFile])
    expect((await stat(join(dataDir, masterKeyFile))).size).toBe(32)
  })

  test('that is missing is not made anew while something is sealed with it', async () => {
    const dataDir = join(folder, 'lost')
    await expect(openSecrets(dataDir, systemRandom, async () => true)).rejects.toMatchObject({
      code: 'home_unusable',
      message: expect.stringContaining('put it back from a backup') as string,
    })
    expect(await readdir(dataDir)).toEqual([])
  })

  test('that is none is said to be none, and not replaced', async () => {
    const dataDir = join(folder, 'spoilt')
    await openSecrets(dataDir, systemRandom)
    await writeFile(join(dataDir, masterKeyFile), 'short')
    await expect(openSecrets(dataDir, systemRandom)).rejects.toMatchObject({ code: 'home_unusable' })
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
    const other = await openSecrets(join(folder, 'other'), systemRandom)
    expect(() => secrets.open(other.seal('x', context), context)).toThrow(
      expect.objectContaining({ code: 'internal', message: 'Something went wrong on our side', internal: expect.stringContaining(masterKeyFile) }),
    )
  })
})
