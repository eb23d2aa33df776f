import { describe, expect, test } from 'vitest'
import { isAuthError } from '../errors.ts'
import { decodeBase58 } from './base58.ts'
import { parseSignInMessage } from './message.ts'

const address = '0x6ef5c1a2b3d4e5f60718293a4b5c6d7e8f901234'
const head = `example.com wants you to sign in with your Ethereum account:\n${address}\n`
const fields = 'URI: https://example.com/\nVersion: 1\nChain ID: 1\nNonce: 32891756\nIssued At: 2026-01-01T00:00:00.000Z'

describe('a message of a wallet', () => {
  test.each([
    ['with a statement', `${head}\nI accept: all of it\n\n${fields}`, 'I accept: all of it'],
    ['without one, as ERC-4361 says', `${head}\n\n${fields}`, null],
    ['without one, as some wallets write it', `${head}\n${fields}`, null],
    ['with resources', `${head}\n\n${fields}\nResources:\n- https://example.com/terms\n- ipfs://terms`, null],
    ['with a scheme', `https://${head}\n\n${fields}`, null],
  ])('is read %s', (_what, text, statement) => {
    expect(parseSignInMessage(text, 'Ethereum')).toEqual({
      domain: 'example.com',
      address,
      statement,
      uri: 'https://example.com/',
      chainId: '1',
      issuedAt: Date.parse('2026-01-01T00:00:00Z'),
      expiresAt: null,
      notBefore: null,
    })
  })

  test.each([
    ['for another chain', `${head}\n\n${fields}`.replace('Ethereum', 'Solana')],
    ['with a field twice', `${head}\n\n${fields}\nURI: https://evil.example/`],
    ['with a line that is none of its fields', `${head}\n\n${fields}\nScope: everything`],
    ['with a field after its resources', `${head}\n\n${fields}\nResources:\n- a\nExpiration Time: 2030-01-01T00:00:00Z`],
    ['with two lines of statement', `${head}\nI accept\nURI: https://evil.example/\n\n${fields}`],
    ['without the empty line', `${head}${fields}`],
    ['with lines that end otherwise', `${head}\n\n${fields}`.replaceAll('\n', '\r\n')],
    ['of another version', `${head}\n\n${fields}`.replace('Version: 1', 'Version: 2')],
    ['without a time', `${head}\n\n${fields.slice(0, fields.indexOf('\nIssued'))}`],
    ['with half a time', `${head}\n\n${fields}`.replace('T00:00:00.000Z', '')],
    ['with a user name before the domain', `evil@${head}\n\n${fields}`],
    ['of a few bytes', 'hello'],
    ['of many bytes', `${head}\n${'x'.repeat(21_000)}\n\n${fields}`],
  ])('is refused %s', (_what, text) => {
    try {
      parseSignInMessage(text, 'Ethereum')
      expect.unreachable()
    } catch (error) {
      expect(isAuthError(error, 'validation_failed')).toBe(true)
    }
  })
})

test.each([
  ['11111111111111111111111111111111', Buffer.alloc(32)],
  ['2NEpo7TZRRrLZSi2U', Buffer.from('Hello World!')],
  ['', Buffer.alloc(0)],
  ['0', null],
  ['1'.repeat(129), null],
])('base58 is decoded: %s', (text, bytes) => {
  expect(decodeBase58(text)).toEqual(bytes)
})
