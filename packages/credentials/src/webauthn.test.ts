import { decodeAttestationObject, isoCBOR } from '@simplewebauthn/server/helpers'
import { expect, test } from 'vitest'
import { withoutAttestation } from './webauthn.ts'

test('of a new credential nothing is kept that its maker has signed', async () => {
  const authData = Uint8Array.from({ length: 300 }, (_, index) => index % 256)
  const made = new Map<string, string | Uint8Array | Map<string, Uint8Array[]>>([
    ['fmt', 'android-key'],
    ['attStmt', new Map([['x5c', [Uint8Array.of(1)]]])],
    ['authData', authData],
  ])
  const attestationObject = Buffer.from(isoCBOR.encode(made)).toString('base64url')
  const response = { clientDataJSON: 'e30', attestationObject, transports: ['usb'] }
  const plain = await withoutAttestation({ id: 'a', rawId: 'a', type: 'public-key', clientExtensionResults: {}, response })
  expect(plain).toMatchObject({ id: 'a', response: { clientDataJSON: 'e30', transports: ['usb'] } })
  const decoded = decodeAttestationObject(Uint8Array.from(Buffer.from(plain.response.attestationObject, 'base64url')))
  expect(decoded.get('fmt')).toBe('none')
  expect(decoded.get('attStmt').size).toBe(0)
  expect(decoded.get('authData')).toEqual(authData)
})

test.each(['', 'AAAA', 'no base64!'])('nonsense is refused: %s', async (attestationObject) => {
  const response = { clientDataJSON: 'e30', attestationObject }
  await expect(withoutAttestation({ id: 'a', rawId: 'a', type: 'public-key', clientExtensionResults: {}, response })).rejects.toThrow()
})
