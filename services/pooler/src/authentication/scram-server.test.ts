import { createHash, createHmac, pbkdf2Sync } from 'node:crypto'
import { scramVerifier } from '@colonnade/pg'
import { describe, expect, test } from 'vitest'
import { createScramAnswers } from './scram-client.ts'
import { createScramExchange, mockVerifier, parseVerifier } from './scram-server.ts'

const salt = Buffer.from('W22ZaJ0SNY7soEsUEjb6gQ==', 'base64')

describe('the exchange of RFC 7677', () => {
  const serverNonce = '%hvYDpWUa2RaTCAfuxFIlj)hNlF$k0'
  const begin = async () => createScramExchange(parseVerifier(await scramVerifier('pencil', salt))!, serverNonce)
  const first = 'n,,n=user,r=rOprNGfwEbeRWgbNEkqO'
  const final = `c=biws,r=rOprNGfwEbeRWgbNEkqO${serverNonce},p=dHzbZapWIk4jUhN+Ute9ytag9zjfMHgsqmmiz7AndVQ=`

  test('is what it is there', async () => {
    const exchange = await begin()
    expect(exchange.first(first)).toBe(`r=rOprNGfwEbeRWgbNEkqO${serverNonce},s=W22ZaJ0SNY7soEsUEjb6gQ==,i=4096`)
    expect(exchange.final(final)?.message).toBe('v=6rriTRBi23WpRR/wtup+mMhUZUn/dB5nLTJRsjl95G4=')
  })

  test.each([
    ['another proof', final.replace('p=dHz', 'p=dHy')],
    ['another nonce', final.replace('r=rOpr', 'r=rOps')],
    ['the client’s nonce alone', final.replace(serverNonce, '')],
    ['another binding', final.replace('c=biws', 'c=eSws')],
    ['no proof', final.slice(0, final.indexOf(',p='))],
    ['a proof that is too short', final.replace(/p=.*/, 'p=AAAA')],
    ['nothing', ''],
  ])('%s opens nothing', async (_what, wrong) => {
    const exchange = await begin()
    exchange.first(first)
    expect(exchange.final(wrong)).toBeNull()
  })

  test.each(['p=tls-server-end-point,,n=user,r=abc', 'n,,r=abc', 'n,,n=user,r=', 'n,,n=user', '', 'x,,n=user,r=abc', 'n,,n=user,r=a b'])(
    '"%s" is no beginning',
    async (wrong) => {
      expect((await begin()).first(wrong)).toBeNull()
    },
  )

  test('what a proof shows is enough for another exchange with whoever has the same verifier, and for no other', async () => {
    const exchange = await begin()
    exchange.first(first)
    const { keys } = exchange.final(final)!
    const verifier = parseVerifier(await scramVerifier('pencil', salt))!
    for (const [with_, isRight] of [
      [verifier, true],
      [parseVerifier(await scramVerifier('pen', salt))!, false],
    ] as const) {
      const [answers, server] = [createScramAnswers(keys), createScramExchange(with_)]
      const shown = server.final(answers.final(server.first(answers.first)!)!)
      expect(shown !== null && answers.isGenuine(shown.message)).toBe(isRight)
      expect(answers.isGenuine(`v=${Buffer.alloc(32).toString('base64')}`)).toBe(false)
    }
    expect(createScramAnswers(keys).final('r=another,s=YQ==,i=4096')).toBeNull()
  })

  test('a client that could have bound to the channel may go on without', async () => {
    const verifier = await scramVerifier('pencil', salt)
    const exchange = createScramExchange(parseVerifier(verifier)!, 'server')
    const serverFirst = exchange.first('y,,n=,r=client')!
    const unsigned = `c=${Buffer.from('y,,').toString('base64')},r=clientserver`
    const key = createHmac('sha256', pbkdf2Sync('pencil', salt, 4096, 32, 'sha256'))
      .update('Client Key')
      .digest()
    const signature = createHmac('sha256', createHash('sha256').update(key).digest()).update(`n=,r=client,${serverFirst},${unsigned}`).digest()
    const proof = Buffer.from(key.map((byte, index) => byte ^ signature[index]!)).toString('base64')
    expect(exchange.final(`${unsigned},p=${proof}`)?.message).toMatch(/^v=/)
  })
})

test('what is no verifier is none', () => {
  for (const text of [null, '', 'md5abcdef', 'SCRAM-SHA-256$4096:abc', 'SCRAM-SHA-1$4096:YQ==$YQ==:YQ==']) expect(parseVerifier(text)).toBeNull()
})

test('a mock looks the same each time, and is another for each name and installation', () => {
  const of = (secret: string, name: string) => mockVerifier(Buffer.from(secret), name).salt.toString('hex')
  expect(of('a', 'b')).toBe(of('a', 'b'))
  expect(new Set([of('a', 'b'), of('a', 'c'), of('b', 'b')]).size).toBe(3)
  expect(mockVerifier(Buffer.from('a'), 'b').storedKey).not.toEqual(mockVerifier(Buffer.from('a'), 'b').storedKey)
})
