import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createPrivateKey, X509Certificate } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openCertificate } from './certificate.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'colonnade-certificate-'))
})
afterAll(() => rm(folder, { recursive: true }))

test('it is made once, for the names of this machine, and its key is for nobody else', async () => {
  const { path } = await openCertificate(folder, null)
  const text = await readFile(path, 'utf8')
  const parsed = new X509Certificate(text)
  expect(parsed.checkHost('localhost')).toBe('localhost')
  expect(parsed.checkIP('127.0.0.1')).toBe('127.0.0.1')
  expect(parsed.verify(parsed.publicKey)).toBe(true)
  expect((await stat(join(folder, 'tls.key'))).mode & 0o777).toBe(0o600)
  await openCertificate(folder, null)
  expect(await readFile(path, 'utf8')).toBe(text)
})

test('one that is damaged, or half of one, is made anew', async () => {
  const before = await readFile(join(folder, 'tls.crt'), 'utf8')
  await writeFile(join(folder, 'tls.crt'), before.slice(0, 200))
  const { path } = await openCertificate(folder, null)
  const made = await readFile(path, 'utf8')
  expect(made).not.toBe(before)
  await rm(join(folder, 'tls.key'))
  await openCertificate(folder, null)
  expect(await readFile(path, 'utf8')).not.toBe(made)
})

test('it signs others, for one name each and no longer than a year; one that was configured signs none', async () => {
  const root = await openCertificate(folder, null)
  const { certificate, key } = await root.issue!('db.example.com')
  const leaf = new X509Certificate(certificate)
  const signer = new X509Certificate(root.pem)
  expect([leaf.checkIssued(signer), leaf.verify(signer.publicKey), leaf.ca]).toEqual([true, true, false])
  expect([leaf.checkHost('db.example.com'), leaf.checkHost('example.com')]).toEqual(['db.example.com', undefined])
  expect(leaf.checkPrivateKey(createPrivateKey(key))).toBe(true)
  expect(leaf.validToDate.getTime() - Date.now()).toBeLessThan(367 * 86_400_000)
  expect(certificate.endsWith(root.pem)).toBe(true)
  const configured = { certificate: join(folder, 'tls.crt'), key: join(folder, 'tls.key') }
  expect((await openCertificate('/nowhere', configured)).issue).toBeNull()
})

test('one that was configured is used, and is never replaced', async () => {
  const files = { certificate: join(folder, 'tls.crt'), key: join(folder, 'tls.key') }
  expect((await openCertificate('/nowhere', files)).path).toBe(files.certificate)
  for (const wrong of [
    { ...files, key: join(folder, 'none.key') },
    { ...files, key: files.certificate },
  ]) {
    await expect(openCertificate(folder, wrong)).rejects.toMatchObject({
      code: 'config_invalid',
      message: expect.stringContaining('COLONNADE_TLS_CERT'),
    })
  }
})
