import { logins } from '@colonnade/clusters'
import type { BucketSummaries } from '@colonnade/contracts/storage/storage-buckets'
import { storageDefaults, type StorageConfig } from '@colonnade/contracts/storage/storage-settings'
import { type CreatedStorageCredential, type StorageCredentialList, storageCredentialsMax } from '@colonnade/contracts/storage/storage-credentials'
import { type StorageToken, storageTokenMinutes } from '@colonnade/contracts/storage/storage-tokens'
import { accessClaim, serviceClaim } from '@colonnade/projects'
import { openDatabase } from '@colonnade/pg'
import { sql } from '@colonnade/sql'
import type { Scenario } from '@colonnade/testing'
import { createKeySet, importTokenKey, type Jwk, verifyWithKeys } from '@colonnade/tokens'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { StorageAddress } from '../../kernel/storage-address.ts'
import { openTestPlatform, type Person, type TestPlatform } from '../../testing.ts'
import { createProjectDirectory } from '../connections/directory/directory.ts'
import { deleteRemoved } from './storage-settings/store.ts'

let platform: TestPlatform
let storageAddress: StorageAddress | null = null
let directory: ReturnType<typeof createProjectDirectory>
let ref: string

beforeAll(async () => {
  platform = await openTestPlatform({ storageAddress: () => storageAddress })
  directory = createProjectDirectory(platform.ctx)
  ref = await platform.project('Stored')
})
afterAll(async () => {
  await directory[Symbol.asyncDispose]()
  await platform[Symbol.asyncDispose]()
})

const settingsPath = () => `/v1/projects/${ref}/config/storage`
const tokensPath = () => `/platform/storage/${ref}/tokens`
const credentialsPath = () => `/platform/storage/${ref}/credentials`
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
  {
    promise: 'a reader creates no S3 key',
    as: 'read-only',
    method: 'POST',
    path: credentialsPath,
    body: { description: 'x' },
    expect: 403,
    code: 'forbidden',
  },
  { promise: 'a reader sees no S3 keys', as: 'read-only', method: 'GET', path: credentialsPath, expect: 403, code: 'forbidden' },
  {
    promise: 'an S3 key says what it is for',
    as: 'developer',
    method: 'POST',
    path: credentialsPath,
    body: { description: '' },
    expect: 400,
    code: 'invalid_input',
  },
  {
    promise: 'an S3 key of a user names the user',
    as: 'developer',
    method: 'POST',
    path: credentialsPath,
    body: { description: 'x', role: 'authenticated' },
    expect: 400,
    code: 'invalid_input',
  },
  {
    promise: 'an S3 key that there is not can\u2019t be revoked',
    as: 'developer',
    method: 'DELETE',
    path: () => `${credentialsPath()}/0197e0a0-0000-7000-8000-000000000000`,
    expect: 404,
    code: 'storage_credential_not_found',
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
    expect(await directory.storage(ref)).toEqual({ ...storageDefaults, family: ref })
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
    const kept = { family: ref, fileSizeLimit: 1_000, isImageTransformationEnabled: true, isS3Enabled: false }
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

describe('the S3 endpoint of all projects', () => {
  test('is told with the keys, as clients reach it', async () => {
    const endpoint = async () => ((await platform.ask('owner', 'GET', credentialsPath())).json as StorageCredentialList).endpoint
    expect(await endpoint()).toBeNull()
    storageAddress = { host: '0.0.0.0', port: 9001, url: null }
    expect(await endpoint()).toMatch(/^http:\/\/[\w.]+:9001$/)
    storageAddress = { host: '127.0.0.1', port: 9001, url: 'https://s3.example.com' }
    expect(await endpoint()).toBe('https://s3.example.com')
  })
})

describe('S3 access keys', () => {
  const create = (body: object) => platform.ask('developer', 'POST', credentialsPath(), body)
  const list = async () => (await platform.ask('developer', 'GET', credentialsPath())).json as { data: { id: string; last_used_at: string | null }[] }

  test('show their secret once, reach services, and are gone once they are revoked', async () => {
    const created = (await create({ description: 'Backups' })).json as CreatedStorageCredential
    expect(created).toMatchObject({ description: 'Backups', role: 'service_role', user_id: null, last_used_at: null, project_ref: ref })
    expect(created.access_key).toMatch(/^[0-9a-f]{32}$/)
    expect(created.secret_key).toMatch(/^[0-9a-f]{64}$/)
    const user_id = '0197e0a0-0000-7000-8000-000000000001'
    const ofUser = (await create({ description: 'One user', role: 'authenticated', user_id })).json as CreatedStorageCredential
    const listed = await list()
    expect(listed.data).toHaveLength(2)
    expect(JSON.stringify(listed)).not.toContain(created.secret_key)
    const { keys, sessionSecrets } = (await directory.s3Keys(ref))!
    expect(keys).toEqual([
      { accessKey: created.access_key, secret: created.secret_key, role: 'service_role', userId: null },
      { accessKey: ofUser.access_key, secret: ofUser.secret_key, role: 'authenticated', userId: user_id },
    ])
    // the legacy anon key, and the first publishable one
    expect(sessionSecrets.map(({ text }) => text.slice(0, 3))).toEqual(['eyJ', 'sb_'])
    await directory.reportS3KeyUse(created.access_key, Date.parse('2026-01-02T03:04:05Z'))
    await directory.reportS3KeyUse(created.access_key, Date.parse('2026-01-01T00:00:00Z'))
    expect((await list()).data[0]).toMatchObject({ last_used_at: '2026-01-02T03:04:05.000Z' })

    const news = directory.news(ref)
    await news.next(0)
    const told = news.next(10_000)
    const revoked = await platform.ask('developer', 'DELETE', `${credentialsPath()}/${created.id}`)
    expect(revoked).toMatchObject({ status: 200, json: { access_key: created.access_key } })
    expect(await told).toBe(true)
    news.close()
    expect((await directory.s3Keys(ref))!.keys).toHaveLength(1)
    expect(await directory.s3Keys('abcdefghijklmnopqrst')).toBeNull()
    const lines = [...(await auditLines('project.storage_credential_created')), ...(await auditLines('project.storage_credential_revoked'))]
    expect(lines).toMatchObject([
      { details: { role: 'service_role' } },
      { details: { role: 'authenticated', user_id } },
      { details: { description: 'Backups' } },
    ])
    expect(JSON.stringify(lines)).not.toContain(created.secret_key)
  })

  test('are at most 50 for a project', async () => {
    const { data } = await list()
    await platform.ctx.database.run(sql`
      insert into storage_credentials (id, ref, access_key, sealed_secret, description, role)
      select gen_random_uuid(), ${ref}, 'key ' || n, '', 'x', 'service_role' from generate_series(1, ${storageCredentialsMax - data.length}::int) n`)
    expect(await create({ description: 'One too many' })).toMatchObject({ status: 409, json: { code: 'too_many_storage_credentials' } })
    await platform.ctx.database.run(sql`delete from storage_credentials where access_key like 'key %'`)
  })
})

test('buckets are listed with their limits and what is in them', async () => {
  await using owner = openDatabase({ ...(await platform.ctx.clusters.endpoint(ref)), ...logins.owner })
  await owner.run(sql`insert into storage.buckets (id, name, file_size_limit) values ('any', 'any', null), ('small', 'small', 1000)`)
  await owner.run(
    sql`insert into storage.objects (bucket_id, name, metadata) values ('small', 'a.txt', '{"size":12}'), ('small', 'b.txt', '{"size":"much"}')`,
  )
  const { json } = await platform.ask('read-only', 'GET', `/platform/storage/${ref}/buckets`)
  expect((json as BucketSummaries).buckets).toMatchObject([
    { id: 'any', file_size_limit: null, files: 0, bytes: 0 },
    { id: 'small', file_size_limit: 1_000, files: 2, bytes: 12 },
  ])
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

  test('see what a client sees, for whoever may run SQL as any role, and never write', async () => {
    const as = { role: 'authenticated', claims: { sub: 'ada', role: 'service_role', nbf: 9e9, [accessClaim]: 'write', [serviceClaim]: 'auth' } }
    const claims = await claimsOf((await create('developer', { as })).token)
    expect(claims).toEqual({
      sub: 'ada',
      ref,
      role: 'authenticated',
      [serviceClaim]: 'storage',
      [accessClaim]: 'read',
      iat: claims.iat!,
      exp: claims.iat! + storageTokenMinutes * 60,
    })
    const refusal = async (person: Person, body: object) => {
      const { status, json } = await platform.ask(person, 'POST', tokensPath(), body)
      return [status, (json as { code: string }).code]
    }
    expect(await refusal('read-only', { as })).toEqual([403, 'forbidden'])
    expect(await refusal('developer', { as, access: 'write' })).toEqual([400, 'invalid_input'])
    expect(await refusal('developer', { as: { role: 'anon', claims: { text: 'x'.repeat(20_000) } } })).toEqual([400, 'invalid_input'])
  })

  test('are recorded when they can change something', async () => {
    expect(await auditLines('project.storage_token_created')).toEqual([{ details: { access: 'write' } }])
  })
})
