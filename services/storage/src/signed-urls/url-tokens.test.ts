import type { ProjectKeys } from '@colonnade/projects'
import { expect, test } from 'vitest'
import { signUrl, verifyUrl } from './url-tokens.ts'

const keysOf = (jwtSecret: string): ProjectKeys => ({ jwtSecret }) as ProjectKeys
const keys = keysOf('a secret of forty characters, at the least')
const wanted = { url: 'films/a.mp4', scope: 'download' } as const
const nowMs = Date.UTC(2026, 0, 1)
const token = signUrl(keys, wanted, nowMs, 60)
const codeOf = (shown: string, of = keys, atMs = nowMs): unknown => {
  try {
    verifyUrl(of, shown, wanted, atMs)
    return 'accepted'
  } catch (error) {
    return (error as { readonly code?: string }).code
  }
}

test('a signed URL is valid only for its project and until it expires', () => {
  expect(codeOf(token)).toBe('accepted')
  expect(codeOf(token, keys, nowMs + 59_000)).toBe('accepted')
  expect(codeOf(token, keys, nowMs + 61_000)).toBe('InvalidJWT')
  expect(codeOf(token, keysOf('the secret of quite another project, as long'))).toBe('InvalidJWT')
})

test('a signed URL with any single bit altered is refused', () => {
  const parts = token.split('.').map((part) => Buffer.from(part, 'base64url'))
  for (const [at, part] of parts.entries()) {
    for (let bit = 0; bit < part.length * 8; bit += 1) {
      const altered = parts.map((each) => Buffer.from(each))
      altered[at]![bit >> 3]! ^= 1 << (bit & 7)
      expect([at, bit, codeOf(altered.map((each) => each.toString('base64url')).join('.'))]).toEqual([at, bit, 'InvalidJWT'])
    }
  }
})
