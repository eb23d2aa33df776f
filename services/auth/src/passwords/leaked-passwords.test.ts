import { silentLogger } from '@colonnade/core'
import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createLeakedPasswords, requireHashList } from './leaked-passwords.ts'

const sha1 = (password: string): string => createHash('sha1').update(password).digest('hex').toUpperCase()
const base = { rangeUrl: 'http://127.0.0.1:1/', arePrivateAllowed: true, logger: silentLogger }

describe('a file of hashes', () => {
  let folder: string
  beforeAll(async () => (folder = await mkdtemp(join(tmpdir(), 'leaked-'))))
  afterAll(() => rm(folder, { recursive: true, force: true }))
  const keep = async (name: string, text: string): Promise<string> => {
    const path = join(folder, name)
    await writeFile(path, text)
    return path
  }
  const all = Array.from({ length: 100 }, (_, index) => `leaked ${index}`)
  const lines = all.map((password, index) => `${sha1(password)}:${(index + 1) ** 3}`).toSorted()

  test.each([
    ['\n', ''],
    ['\r\n', '\r\n'],
  ])('has what is in it, at every place, and nothing else: lines with %j', async (separator, end) => {
    const leaked = createLeakedPasswords({ ...base, file: await keep(`lines${separator.length}`, lines.join(separator) + end) })
    for (const password of all) expect(await leaked.has(password)).toBe(true)
    for (const password of all) expect(await leaked.has(`${password}!`)).toBe(false)
  })

  test('is asked beside the list that is always here, and its loss keeps nobody out', async () => {
    const leaked = createLeakedPasswords({ ...base, file: join(folder, 'absent') })
    expect(await leaked.has('password')).toBe(true)
    expect(await leaked.has('leaked 1')).toBe(false)
  })

  test('of one line, of none, or of something else, never hangs', async () => {
    for (const [name, text, has] of [
      ['one', `${sha1('leaked 1')}:3`, true],
      ['none', '', false],
      ['other', 'x'.repeat(10_000), false],
    ] as const) {
      expect(await createLeakedPasswords({ ...base, file: await keep(name, text) }).has('leaked 1')).toBe(has)
    }
  })

  test('is looked at when the service begins', async () => {
    await expect(requireHashList(await keep('good', `${lines[0]}\r\n`))).resolves.toBeUndefined()
    await expect(requireHashList(await keep('bad', 'hello'))).rejects.toThrow('HASH:count')
    await expect(requireHashList(join(folder, 'absent'))).rejects.toThrow('ENOENT')
  })
})

describe('the service', () => {
  const asked: string[] = []
  let server: Server
  let rangeUrl: string
  let reply: () => string | null
  beforeAll(async () => {
    server = createServer(({ url, headers }, response) => {
      asked.push(`${url} ${String(headers['add-padding'])}`)
      const text = reply()
      if (text !== null) response.end(text)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    rangeUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/range/`
  })
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  const hash = sha1('leaked 1')
  const has = () => createLeakedPasswords({ ...base, file: null, rangeUrl }).has('leaked 1')

  test('learns the beginning of a hash alone, and its padding counts nothing', async () => {
    reply = () => `${'0'.repeat(35)}:2\r\n${hash.slice(5)}:7\r\n`
    expect(await has()).toBe(true)
    expect(asked).toEqual([`/range/${hash.slice(0, 5)} true`])
    reply = () => `${hash.slice(5)}:0\r\n`
    expect(await has()).toBe(false)
  })

  test('that does not answer within a second keeps nobody out', async () => {
    reply = () => null
    const startedAt = performance.now()
    expect(await has()).toBe(false)
    expect(performance.now() - startedAt).toBeLessThan(5_000)
    expect(await createLeakedPasswords({ ...base, file: null, rangeUrl, arePrivateAllowed: false }).has('leaked 1')).toBe(false)
  })
})
