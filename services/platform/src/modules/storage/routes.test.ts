import { storageDefaults, type StorageConfig } from '@colonnade/contracts/storage/storage-settings'
import { type StorageToken, storageTokenMinutes } from '@colonnade/contracts/storage/storage-tokens'
import { accessClaim, serviceClaim } from '@colonnade/projects'
import { sql } from '@colonnade/sql'
import type { Scenario } from '@colonnade/testing'
import { createKeySet, importTokenKey, type Jwk, verifyWithKeys } from '@colonnade/tokens'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestPlatform, type Person, type TestPlatform } from '../../testing.ts'
import { createProjectDirectory } from '../connections/directory/directory.ts'
import { deleteRemoved } from './storage-settings/store.ts'

let platform: TestPlatform
let directory: ReturnType<typeof createProjectDirectory>
let ref: string

beforeAll(async () => {
  platform = await openTestPlatform()
  directory = createProjectDirectory(platform.ctx)
  ref = await platform.project('Stored')
})
afterAll(async () => {
  await directory[Symbol.asyncDispose]()
  await platform[Symbol.asyncDispose]()
})

const settingsPath = () => `/v1/projects/${ref}/config/storage`
const tokensPath = () => `/platform/storage/${ref}/tokens`
const change = (body: object) => platform.ask('developer', 'PATCH', settingsPath(), body)
const auditLines = (event: string) =>
  platform.ctx.database.rows<{ details: object }>(sql`select details from audit_log where event = ${event} and project_ref = ${ref} order by id`)

const scenarios: readonly Scenario<Person>[] = [
  { promise: 'a stranger sees no settings', as: null, method: 'GET', path: settingsPath, expect: 401, code: 'unauthorized' },
  { promise: 'for others there is no project', as: 'outsider', method: 'GET', path: settingsPath, expect: 404, code: 'project_not_found' },
  { promise: 'a reader changes no settings', as: 'read-only', method: 'PATCH', path: settingsPath, body: {}, expect: 403, code: 'forbidden' },
  { promise: 'a stranger gets no token', as: null, method: 'POST', path: tokensPath, body: {}, expect: 401, code: 'unauthorized' },
  {
    promise: 'a reader gets no token to write',
    as: 'read-only',
    method: 'POST',
    path: tokensPath,
    body: { access: 'write' },
    expect: 403,
    code: 'forbidden',
  },
  ...[
    { fileSizeLimit: -1 },
    { fileSizeLimit: 1.5 },
    { fileSizeLimit: 536_870_912_001 },
    { features: { imageTransformation: {} } },
    { features: { icebergCatalog: { enabled: true, maxNamespaces: 1, maxTables: 1, maxCatalogs: 1 } } },
    { external: { upstreamTarget: 'canary' } },
  ].map(
    (body) =>
      ({
        promise: `${JSON.stringify(body)} is refused`,
        as: 'developer',
        method: 'PATCH',
        path: settingsPath,
        body,
        expect: 400,
        code: 'invalid_input',
      }) as const,
  ),
]

test.for(scenarios)('$promise', async (scenario) => {
  await platform.run(scenario)
})

describe('settings of storage', () => {
  test('are those of the ecosystem for a new project', async () => {
    expect(await platform.ask('read-only', 'GET', settingsPath())).toMatchObject({
      status: 200,
      json: {
        fileSizeLimit: 52_428_800,
        features: { imageTransformation: { enabled: true }, s3Protocol: { enabled: true }, icebergCatalog: { enabled: false } },
        capabilities: { list_v2: true, iceberg_catalog: false },
      },
    })
    expect(await directory.storage(ref)).toEqual(storageDefaults)
    expect(await directory.storage('abcdefghijklmnopqrst')).toBeNull()
  })

  test('reach services at once, are recorded, and go to branches', async () => {
    const news = directory.news(ref)
    await news.next(0)
    const told = news.next(10_000)
    const changed = await change({ fileSizeLimit: 1_000, features: { s3Protocol: { enabled: false } } })
    expect(changed).toMatchObject({ status: 200, json: { fileSizeLimit: 1_000, features: { s3Protocol: { enabled: false } } } })
    expect(await told).toBe(true)
    news.close()
    const kept = { fileSizeLimit: 1_000, isImageTransformationEnabled: true, isS3Enabled: false }
    expect(await directory.storage(ref)).toEqual(kept)
    // tools send back what they read
    expect(await change(changed.json as StorageConfig)).toMatchObject({ status: 200, json: changed.json as object })
    expect(await auditLines('project.storage_settings_changed')).toEqual([{ details: { fileSizeLimit: 1_000, isS3Enabled: false } }])
    const created = await platform.ask('owner', 'POST', `/platform/projects/${ref}/branches`, { name: 'trial', with_data: false })
    const branch = (created.json as { project_ref: string }).project_ref
    expect(await directory.storage(branch)).toEqual(kept)
    await platform.ctx.parts.reconciler.idle(branch)
    await platform.ctx.database.run(sql`update projects set status = 'REMOVED' where ref = ${branch}`)
    await deleteRemoved(platform.ctx.database)
    expect(await platform.ctx.database.first(sql`select from storage_settings where ref = ${branch}`)).toBeUndefined()
  })
})

describe('tokens for the files of a project', () => {
  const create = async (as: Person, body: object) => (await platform.ask(as, 'POST', tokensPath(), body)).json as StorageToken
  const claimsOf = async (token: string) => {
    const { signingKeys } = (await directory.keys(ref))!
    const keys = createKeySet(signingKeys.map(({ id, state, jwk }) => importTokenKey(jwk as Jwk, { id, state })))
    return verifyWithKeys(keys, token, { nowMs: platform.ctx.clock.now() })
  }

  test('are for this project, storage and a few minutes, and say what they open', async () => {
    const { token, access, expires_at } = await create('read-only', {})
    const claims = await claimsOf(token)
    expect(claims).toEqual({ ref, role: 'service_role', [serviceClaim]: 'storage', [accessClaim]: 'read', iat: claims.iat!, exp: claims.exp! })
    expect(claims.exp! - claims.iat!).toBe(storageTokenMinutes * 60)
    expect({ access, at: Date.parse(expires_at) }).toEqual({ access: 'read', at: claims.exp! * 1000 })
    expect(await claimsOf((await create('developer', { access: 'write' })).token)).toMatchObject({ [accessClaim]: 'write' })
  })

  test('are recorded when they can change something', async () => {
    expect(await auditLines('project.storage_token_created')).toEqual([{ details: { access: 'write' } }])
  })
})
