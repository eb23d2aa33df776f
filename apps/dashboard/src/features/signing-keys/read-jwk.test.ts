import { describe, expect, test } from 'vitest'
import { actionsOf } from './key-actions.ts'
import { notJsonText, unknownKindText } from './messages.ts'
import { readJwk } from './read-jwk.ts'

describe('a pasted key', () => {
  test.for([
    [{ kty: 'EC', crv: 'P-256' }, 'ES256'],
    [{ kty: 'OKP', crv: 'Ed25519' }, 'EdDSA'],
    [{ kty: 'RSA' }, 'RS256'],
    [{ kty: 'oct', k: 'x' }, 'HS256'],
  ] as const)('%j signs with %s', ([jwk, algorithm]) => {
    expect(readJwk(JSON.stringify(jwk))).toEqual({ algorithm, jwk })
  })

  test.for([
    ['', notJsonText],
    ['-----BEGIN PRIVATE KEY-----', notJsonText],
    ['[]', notJsonText],
    ['null', notJsonText],
    ['{}', unknownKindText],
    ['{"kty":"EC","crv":"P-521"}', unknownKindText],
    ['{"kty":["EC"]}', unknownKindText],
  ] as const)('%s is none', ([text, problem]) => {
    expect(readJwk(text)).toEqual({ problem })
  })
})

test('what can be done with a key follows from its state', () => {
  expect(actionsOf({ status: 'in_use' }, true)).toEqual([])
  expect(actionsOf({ status: 'standby' }, true)).toEqual(['rotate', 'delete'])
  expect(actionsOf({ status: 'previously_used' }, false)).toEqual(['revoke', 'standby'])
  expect(actionsOf({ status: 'revoked' }, true)).toEqual(['restore', 'delete'])
})
