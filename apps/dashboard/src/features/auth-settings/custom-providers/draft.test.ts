import type { CustomProvider } from '@colonnade/contracts/auth/custom-providers'
import { expect, test } from 'vitest'
import { draftOf, emptyDraft, identifierOf, readChange, readNew } from './draft.ts'

const acme: CustomProvider = {
  id: '11111111-1111-4111-8111-111111111111',
  provider_type: 'oidc',
  identifier: 'custom:acme',
  name: 'Acme',
  client_id: 'app',
  is_secret_lost: false,
  enabled: true,
  scopes: ['email'],
  pkce_enabled: true,
  email_optional: false,
  issuer: 'https://id.example.com',
  discovery_url: null,
  authorization_url: null,
  token_url: null,
  userinfo_url: null,
  jwks_uri: null,
  attribute_mapping: { user_name: 'profile.nick' },
  authorization_params: {},
}

test('the identifier is made of the name until one is entered', () => {
  expect(identifierOf({ name: 'Acme Ünited ID', identifier: '' })).toMatch(/^custom:acme-[a-z-]+id$/)
  expect(identifierOf({ name: 'Acme', identifier: 'sso' })).toBe('custom:sso')
  expect(identifierOf({ name: 'A'.repeat(99), identifier: '' })).toMatch(/^custom:a{40,43}$/)
})

test('a new provider sends the addresses of its type alone', () => {
  const draft = { ...emptyDraft, name: 'Acme', clientId: 'app', clientSecret: 's', issuer: 'https://id.example.com', tokenUrl: 'https://x.example' }
  const { input, problems } = readNew(draft)
  expect(problems).toEqual({})
  expect(input).toMatchObject({ identifier: 'custom:acme', scopes: ['email', 'profile'], issuer: 'https://id.example.com' })
  expect(input).not.toHaveProperty('token_url')
})

test('what is missing or malformed is said at its field', () => {
  expect(Object.keys(readNew({ ...emptyDraft, mapping: 'nonsense' }).problems).toSorted()).toEqual([
    'attribute_mapping',
    'client_id',
    'client_secret',
    'issuer',
    'name',
  ])
  expect(Object.keys(readNew({ ...emptyDraft, type: 'oauth2', name: 'A', clientId: 'b', clientSecret: 'c', parameters: '=x' }).problems)).toEqual([
    'authorization_url',
    'token_url',
    'userinfo_url',
    'authorization_params',
  ])
})

test('a change is what differs, with a secret only if one was entered', () => {
  const draft = draftOf(acme)
  expect(readChange(draft, acme)).toEqual({ change: {}, problems: {} })
  expect(readChange({ ...draft, mapping: 'user_name = nick', isEnabled: false, clientSecret: 'new' }, acme).change).toEqual({
    attribute_mapping: { user_name: 'nick' },
    enabled: false,
    client_secret: 'new',
  })
})
