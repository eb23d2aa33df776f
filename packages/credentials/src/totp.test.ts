import { systemRandom } from '@colonnade/core'
import { Secret } from 'otpauth'
import { expect, test } from 'vitest'
import { hashRecoveryCode, newRecoveryCodes } from './recovery-codes.ts'
import { newTotpSecret, totpStep, totpUri } from './totp.ts'

// RFC 6238, appendix B, cut to six digits
const secret = Secret.fromUTF8('12345678901234567890').base32

test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_234_567_890, '005924'],
  [20_000_000_000, '353130'],
])('at %i s the code is %s, and its step known', (seconds, code) => {
  const step = Math.floor(seconds / 30)
  expect(totpStep(secret, code, seconds * 1000)).toBe(step)
  expect(totpStep(secret, code, (seconds + 30) * 1000)).toBe(step)
  expect(totpStep(secret, code, (seconds - 30) * 1000)).toBe(step)
  expect([totpStep(secret, code, (seconds + 90) * 1000), totpStep(secret, '000000', seconds * 1000)]).toEqual([null, null])
})

test('a secret has 160 bits, and its URI names the account', () => {
  const made = newTotpSecret(systemRandom)
  expect(made).toMatch(/^[A-Z2-7]{32}$/)
  expect(newTotpSecret(systemRandom)).not.toBe(made)
  expect(totpUri(made, 'ada@example.com')).toBe(
    `otpauth://totp/Colonnade:ada%40example.com?issuer=Colonnade&secret=${made}&algorithm=SHA1&digits=6&period=30`,
  )
})

test('ten distinct recovery codes work for one person only, however they are typed', () => {
  const codes = newRecoveryCodes(systemRandom)
  expect(new Set(codes).size).toBe(10)
  for (const code of codes) expect(code).toMatch(/^([a-kmnp-z2-9]{4}-){5}[a-kmnp-z2-9]{4}$/)
  const typed = ` ${codes[0]!.toUpperCase().replaceAll('-', ' ')}\n`
  expect(hashRecoveryCode('a', typed)).toEqual(hashRecoveryCode('a', codes[0]!))
  expect(hashRecoveryCode('b', codes[0]!)).not.toEqual(hashRecoveryCode('a', codes[0]!))
})
