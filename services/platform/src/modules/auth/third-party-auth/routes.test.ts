import { issuersMax, type ThirdPartyAuth } from '@colonnade/contracts/auth/third-party-auth'
import { sql } from '@colonnade/sql'
import type { Scenario } from '@colonnade/testing'
import { exportTokenKey, generateTokenKey, publicJwks, type TokenKey } from '@colonnade/tokens'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestPlatform, type Person, type TestPlatform } from '../../../testing.ts'
import { messages } from '../messages.ts'
import { createProjectDirectory } from '../../connections/directory/directory.ts'
import { lookAtIssuers } from './look-at-issuers.ts'
import { deleteRemoved } from './store.ts'

let platform: TestPlatform
let directory: ReturnType<typeof createProjectDirectory>
let ref: string
let server: Server
let origin: string
let key: TokenKey
/** What the issuer answers with, by path. */
let answers: Record<string, unknown>

beforeAll(async () => {
  platform = await openTestPlatform()
  directory = createProjectDirectory(platform.ctx)
  ref = await platform.project('Served')
  key = await generateTokenKey('ES256', 'k1', 'in_use')
  server = createServer(({ url = '' }, reply) => {
    const answer = answers[url]
    if (answer === undefined) reply.writeHead(404).end()
    else reply.end(typeof answer === 'string' ? answer : JSON.stringify(answer))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  answers = {
    ...issuerAt('/good', publicJwks([key])),
    '/imposter/.well-known/openid-configuration': { issuer: 'https://accounts.google.com', jwks_uri: `${origin}/good/jwks` },
    '/nowhere/.well-known/openid-configuration': { issuer: `${origin}/nowhere` },
    ...issuerAt('/empty', { keys: [] }),
    ...issuerAt('/secrets', { keys: [{ kty: 'oct', kid: 'a', k: Buffer.alloc(32).toString('base64url') }] }),
    ...issuerAt('/words', 'none'),
    ...issuerAt('/large', `"${'a'.repeat(300_000)}"`),
  }
})
afterAll(async () => {
  server.close()
  await directory[Symbol.asyncDispose]()
  await platform[Symbol.asyncDispose]()
})

function issuerAt(at: string, jwks: unknown): Record<string, unknown> {
  return { [`${at}/.well-known/openid-configuration`]: { issuer: `${origin}${at}`, jwks_uri: `${origin}${at}/jwks` }, [`${at}/jwks`]: jwks }
}
const allowPrivate = () => platform.ctx.database.run(sql`update installation_settings set private_webhooks = true`)
const path = () => `/v1/projects/${ref}/config/auth/third-party-auth`
const create = (body: object) => platform.ask('developer', 'POST', path(), body)
const list = async (of = ref) => (await platform.ask('read-only', 'GET', `/v1/projects/${of}/config/auth/third-party-auth`)).json as ThirdPartyAuth[]
const body = () => ({ oidc_issuer_url: `${origin}/good` })
const trusted = async (of = ref) => (await directory.keys(of))!.issuers

const scenarios: readonly Scenario<Person>[] = [
  { promise: 'a stranger sees no issuers', as: null, method: 'GET', path, expect: 401, code: 'unauthorized' },
  { promise: 'for others there is no project', as: 'outsider', method: 'GET', path, expect: 404, code: 'project_not_found' },
  {
    promise: 'a reader adds none',
    as: 'read-only',
    method: 'POST',
    path,
    body: { oidc_issuer_url: 'https://example.com' },
    expect: 403,
    code: 'forbidden',
  },
  ...['', 'accounts.google.com', 'file:///etc/passwd', 'https://', 'https://example.com/?a=b', 'https://example.com/\u0000'].map(
    (oidc_issuer_url) =>
      ({
        promise: `${JSON.stringify(oidc_issuer_url)} is no issuer`,
        as: 'developer',
        method: 'POST',
        path,
        body: { oidc_issuer_url },
        expect: 400,
        code: 'invalid_input',
      }) as const,
  ),
]

describe('other issuers', () => {
  test.for(scenarios)('$promise', async (scenario) => {
    await platform.run(scenario)
  })

  test('that cannot be used are refused, and it is said why', async () => {
    const messageOf = async (given: object) => {
      const { status, json } = await create(given)
      return `${status} ${(json as { message: string }).message}`
    }
    const at = (issuer: string) => messageOf({ oidc_issuer_url: `${origin}${issuer}` })
    expect(await at('/good')).toMatch(/^409 .*https/)
    await allowPrivate()
    expect(await at('/missing')).toBe(`409 ${messages.issuer.status(`${origin}/missing/.well-known/openid-configuration`, 404)}`)
    expect(await at('/imposter')).toBe(`409 ${messages.issuer.otherIssuer}`)
    expect(await at('/nowhere')).toBe(`409 ${messages.issuer.noKeysUrl}`)
    expect(await at('/empty')).toBe(`409 ${messages.issuer.noKeys}`)
    expect(await at('/secrets')).toBe(`409 ${messages.issuer.noKeys}`)
    expect(await at('/words')).toMatch(/^409 .*JSON/)
    expect(await at('/large')).toMatch(/^409 .*more than/)
    expect(await messageOf({ ...body(), custom_jwks: { keys: [exportTokenKey(key)] } })).toBe(`409 ${messages.issuer.privateKey}`)
    expect(await messageOf({ ...body(), custom_jwks: {}, jwks_url: `${origin}/good/jwks` })).toMatch(/^400 /)
    const { signingKeys } = (await directory.keys(ref))!
    const own = signingKeys.filter(({ isLegacy }) => !isLegacy).map(({ jwk: { d: _d, ...jwk } }) => jwk)
    expect(await messageOf({ ...body(), custom_jwks: { keys: own } })).toMatch(/^409 .*project’s own issuer/)
    const down = createServer().listen(0, '127.0.0.1')
    await once(down, 'listening')
    const { port } = down.address() as AddressInfo
    await new Promise((resolve) => down.close(resolve))
    expect(await messageOf({ oidc_issuer_url: `http://127.0.0.1:${port}` })).toMatch(/^409 .*ECONNREFUSED/)
    expect(await list()).toEqual([])
  })

  test('are asked for their keys at once, which services hear of', async () => {
    const news = directory.news(ref)
    await news.next(0)
    const told = news.next(10_000)
    const created = await create(body())
    expect(created).toMatchObject({ status: 201, json: { type: 'oidc', ...body(), jwks_url: null, custom_jwks: null, problem: null } })
    expect((created.json as ThirdPartyAuth).resolved_jwks).toEqual(publicJwks([key]))
    expect(await told).toBe(true)
    news.close()
    expect(await trusted()).toEqual([{ issuer: `${origin}/good`, jwks: publicJwks([key]) }])
    expect(await list()).toEqual([created.json])
    expect(await platform.ask('read-only', 'GET', `${path()}/${(created.json as ThirdPartyAuth).id}`)).toMatchObject({
      status: 200,
      json: created.json,
    })
    expect(await create({ oidc_issuer_url: `${origin}/good/` })).toMatchObject({ status: 409, json: { code: 'issuer_known' } })
  })

  test('are asked again now and then, and keep the keys they had while they do not answer', async () => {
    const longAgo = () => platform.ctx.database.run(sql`update third_party_auth set asked_at = now() - interval '1 hour'`)
    const [before] = await list()
    await lookAtIssuers(platform.ctx)
    expect(await list()).toEqual([before])
    const next = await generateTokenKey('RS256', 'k2', 'in_use')
    answers['/good/jwks'] = publicJwks([key, next])
    await longAgo()
    await lookAtIssuers(platform.ctx)
    expect(await trusted()).toEqual([{ issuer: `${origin}/good`, jwks: publicJwks([key, next]) }])
    answers['/good/jwks'] = { keys: [] }
    await longAgo()
    await lookAtIssuers(platform.ctx)
    expect(await list()).toMatchObject([{ resolved_jwks: publicJwks([key, next]), problem: messages.issuer.noKeys }])
    answers['/good/jwks'] = publicJwks([next])
    await longAgo()
    await lookAtIssuers(platform.ctx)
    expect(await list()).toMatchObject([{ resolved_jwks: publicJwks([next]), problem: null }])
  })

  test('may come with their keys, of which only the public part is kept', async () => {
    const created = await create({ oidc_issuer_url: 'https://securetoken.google.com/app', custom_jwks: { keys: [...publicJwks([key]).keys, 1, {}] } })
    expect(created).toMatchObject({ status: 201, json: { type: 'firebase', custom_jwks: publicJwks([key]), resolved_jwks: publicJwks([key]) } })
  })

  test('of a branch are those of its source', async () => {
    const made = await platform.ask('owner', 'POST', `/platform/projects/${ref}/branches`, { name: 'trial', with_data: false })
    const branch = (made.json as { project_ref: string }).project_ref
    expect(await trusted(branch)).toEqual(expect.arrayContaining([...(await trusted())]))
    const [copy] = await list(branch)
    expect((await list()).map(({ id }) => id)).not.toContain(copy!.id)
    await platform.ctx.parts.reconciler.idle(branch)
  })

  test('are no longer trusted once they are deleted', async () => {
    for (const { id } of await list()) {
      expect((await platform.ask('read-only', 'DELETE', `${path()}/${id}`)).status).toBe(403)
      expect(await platform.ask('developer', 'DELETE', `${path()}/${id}`)).toMatchObject({ status: 200, json: { id } })
      expect(await platform.ask('developer', 'DELETE', `${path()}/${id}`)).toMatchObject({
        status: 404,
        json: { code: 'third_party_auth_not_found' },
      })
    }
    expect(await trusted()).toEqual([])
  })

  test('are not more than services can keep at hand, and go with their project', async () => {
    const other = await platform.project('Other')
    const add = (at: number) =>
      platform.ask('developer', 'POST', `/v1/projects/${other}/config/auth/third-party-auth`, {
        oidc_issuer_url: `https://example.com/${at}`,
        custom_jwks: publicJwks([key]),
      })
    const statuses = (await Promise.all(Array.from({ length: issuersMax + 1 }, (_, at) => add(at)))).map(({ status }) => status)
    expect(statuses.toSorted((a, b) => a - b)).toEqual([...Array.from({ length: issuersMax }, () => 201), 409])
    await platform.ctx.database.run(sql`update projects set status = 'REMOVED' where ref = ${other}`)
    await deleteRemoved(platform.ctx.database)
    expect(await platform.ctx.database.first(sql`select from third_party_auth where ref = ${other}`)).toBeUndefined()
  })
})
