import { generateKeyPairSync, sign } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { isSignedByEthereum } from './ethereum.ts'
import { isSignedBySolana } from './solana.ts'

describe('a signature of Ethereum', () => {
  // of the documentation of web3.js, `web3.eth.accounts.sign`
  const message = 'Some data'
  const address = '0x2c7536E3605D9C16a7a3D7b1898e529396a65c23'
  const signature =
    '0xb91467e570a6466aa9e9876cbcd013baba02900b8979d43fe208a4a4f339f5fd6007e74cd82e037b800186422fc2da167c747ef045e5d18a5f5d4300f8e1a0291c'

  test('is that of the address, however its last byte counts', async () => {
    expect(await isSignedByEthereum(message, signature, address)).toBe(true)
    expect(await isSignedByEthereum(message, `${signature.slice(0, -2)}01`, address.toLowerCase())).toBe(true)
  })

  test.each([
    ['of another message', 'Some date', signature, address],
    ['of another address', message, signature, `0x${'1'.repeat(40)}`],
    ['of the other point', message, `${signature.slice(0, -2)}1b`, address],
    ['of no point', message, `0x${'f'.repeat(128)}1b`, address],
    ['of zeros', message, `0x${'0'.repeat(128)}1b`, address],
    ['with a last byte that there is not', message, `${signature.slice(0, -2)}ff`, address],
  ])('is refused if it is %s', async (_what, text, made, of) => {
    expect(await isSignedByEthereum(text, made, of)).toBe(false)
  })

  test('has to be 65 bytes', async () => {
    await expect(isSignedByEthereum(message, '0x00', address)).rejects.toMatchObject({ code: 'validation_failed' })
    await expect(isSignedByEthereum(message, signature, '0x00')).rejects.toMatchObject({ code: 'validation_failed' })
  })
})

describe('a signature of Solana', () => {
  const { privateKey } = generateKeyPairSync('ed25519')
  const signature = sign(null, Buffer.from('Some data'), privateKey)

  test('is not that of another address', () => {
    // 32 bytes of zero are a point of small order, for which much verifies
    for (const address of ['11111111111111111111111111111111', 'So11111111111111111111111111111111111111112']) {
      expect(isSignedBySolana('Some data', signature.toString('base64url'), address)).toBe(false)
    }
  })

  test.each([
    ['a short signature', 'AAAA', '11111111111111111111111111111111'],
    ['an address with a letter that there is not', signature.toString('base64'), '0OIl1111111111111111111111111111'],
    ['a short address', signature.toString('base64'), '1111'],
  ])('is refused with %s', (_what, made, address) => {
    expect(() => isSignedBySolana('Some data', made, address)).toThrow(expect.objectContaining({ code: 'validation_failed' }))
  })
})
