import { completeAuthSettings } from '@colonnade/contracts/auth/auth-settings'
import { expect, test } from 'vitest'
import { relyingPartyOf } from './relying-party.ts'

const partyOf = (settings: Parameters<typeof completeAuthSettings>[0], asked?: string) =>
  relyingPartyOf({ settings: completeAuthSettings(settings) }, asked)

test('the relying party is the page of the site URL unless a project says otherwise', () => {
  expect(partyOf({ site_url: 'https://app.example.com/welcome' })).toEqual({
    id: 'app.example.com',
    name: 'app.example.com',
    origins: ['https://app.example.com'],
  })
  const settings = {
    webauthn_rp_id: 'Example.com',
    webauthn_rp_display_name: 'Example',
    webauthn_rp_origins: 'https://example.com/, android:apk-key-hash:abc',
  }
  expect(partyOf(settings, 'example.com')).toEqual({
    id: 'example.com',
    name: 'Example',
    origins: ['https://example.com', 'android:apk-key-hash:abc'],
  })
})

test('a client can’t choose another, and an app without a page has to be told of one', () => {
  expect(() => partyOf({ site_url: 'https://example.com' }, 'evil.example')).toThrow('webauthn_rp_id')
  expect(() => partyOf({ site_url: 'myapp://callback' })).toThrow('webauthn_rp_id')
})
