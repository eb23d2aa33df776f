import { listEndpoints } from '@colonnade/contracts/apis/platform-api'
import { wholeApi } from '@colonnade/contracts/apis/whole-api'
import { type Endpoint, tokenScopes } from '@colonnade/contracts/foundation/endpoint'
import { permissions } from '@colonnade/contracts/foundation/permissions'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rateLimits } from '../limits.ts'
import { openTestPlatform, type TestPlatform } from '../../testing.ts'

/** Every call that takes a person, each with a token that has what it needs and one that lacks just that. */
let platform: TestPlatform
const tokens = new Map<string, string>()

beforeAll(async () => {
  const many = { calls: 10_000, windowSeconds: 60 }
  platform = await openTestPlatform({ limits: { ...rateLimits, read: many, write: many, query: many } })
  for (const scope of permissions) {
    tokens.set(`only ${scope}`, await make([scope]))
    tokens.set(`all but ${scope}`, await make(permissions.filter((each) => each !== scope)))
  }
  tokens.set('all', await make(permissions))
})
afterAll(() => platform[Symbol.asyncDispose]())

async function make(scopes: readonly string[]): Promise<string> {
  const reply = await platform.ask('owner', 'POST', '/platform/access-tokens', { name: 'Scopes', scopes, expires_at: null })
  return (reply.json as { token: string }).token
}

const endpoints = listEndpoints(wholeApi).filter(({ endpoint }) => endpoint.auth !== 'public')
const needs = endpoints.flatMap(({ name, endpoint }) => (tokenScopes(endpoint) ?? []).map((scope) => ({ name, endpoint, scope })))
const sole = needs.filter(({ endpoint }) => tokenScopes(endpoint)?.length === 1)

/** Of things that are not there, so that a call that the token opens is told so, and does nothing. */
async function ask(endpoint: Endpoint, token: string) {
  const path = endpoint.path
    .replace('{ref}', 'zzzzzzzzzzzzzzzzzzzz')
    .replace('{slug}', 'nowhere')
    .replace(/\{\w+\}/g, 'none')
  const body = endpoint.body ? { organization_slug: 'nowhere' } : endpoint.upload ? new Uint8Array(1) : undefined
  const { status, json } = await platform.ask(null, endpoint.method, path, body, {
    authorization: `Bearer ${tokens.get(token)!}`,
    ...(endpoint.headers && { version: '2' }),
    ...(endpoint.upload && { 'content-type': endpoint.upload }),
  })
  return { status, code: (json as { code?: string } | undefined)?.code, details: (json as { details?: unknown } | undefined)?.details }
}

test('tokens open no call about a person but these, and less than people where it is said', () => {
  const open = endpoints.filter(({ endpoint }) => endpoint.tokens !== undefined).map(({ name, endpoint }) => [name, endpoint.tokens])
  expect(Object.fromEntries(open)).toEqual({
    'sessions.profile': 'any',
    'organizations.list': 'organization:read',
    'organizationProjects.list': 'projects:read',
    'usage.retrieve': 'projects:read',
    'usage.daily': 'projects:read',
    'usage.download': 'projects:read',
    'organizations.create': 'organizations:create',
    'postgresVersions.list': 'any',
    'planPriceList.list': 'any',
    'projects.list': 'projects:read',
    'requestTokens.create': 'database:write',
    'projectTransfers.create': 'none',
    'projectTransfers.retrieve': 'none',
    'members.leave': 'none',
    'documents.accept': 'none',
    'organizationTransfers.create': 'none',
    'organizationTransfers.withdraw': 'none',
    'organizationTransfers.accept': 'none',
    'organizationTransfers.decline': 'none',
    'apps.create': 'none',
    'apps.update': 'none',
    'apps.rotateSecret': 'none',
    'apps.remove': 'none',
    'memberAppGrants.revoke': 'none',
    'appRequests.allow': 'none',
    'webhooks.create': 'none',
    'webhooks.update': 'none',
    'webhooks.rotateSecret': 'none',
    'webhooks.remove': 'none',
    'webhooks.test': 'none',
    'webhooks.resend': 'none',
    'snippets.create': 'database:write',
    'snippets.update': 'database:write',
    'snippets.remove': 'database:write',
    'snippets.setFavorite': 'database:write',
    'snippets.moveFolder': 'database:write',
  })
})

describe('a token with all scopes', () => {
  test.for(endpoints.filter(({ endpoint }) => tokenScopes(endpoint) === null))(
    'is refused by $name, which is about a person',
    async ({ endpoint }) => {
      expect(await ask(endpoint, 'all')).toEqual({ status: 403, code: 'access_token_refused', details: { scope: null } })
    },
  )
})

describe('a token without the scope', () => {
  test.for(needs)('$scope is refused by $name, before anything is looked up', async ({ endpoint, scope }) => {
    expect(await ask(endpoint, `all but ${scope}`)).toEqual({ status: 403, code: 'access_token_refused', details: { scope } })
  })
})

describe('a token with just the scope', () => {
  test.for(sole)('$scope opens $name', async ({ endpoint, scope }) => {
    expect((await ask(endpoint, `only ${scope}`)).code).not.toBe('access_token_refused')
  })
})
