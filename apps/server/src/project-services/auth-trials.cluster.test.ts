import type { CustomProvider } from '@colonnade/contracts/auth/custom-providers'
import { sql } from '@colonnade/sql'
import { openTestOpenId, type TestOpenId } from '@colonnade/testing/sign-in-providers/openid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestProject, type TestProject } from './testing.ts'

let project: TestProject
let openId: TestOpenId

beforeAll(async () => {
  project = await openTestProject('Trials')
  openId = await openTestOpenId([`${project.url}/auth/v1/callback`])
}, 180_000)
afterAll(async () => {
  for (const server of [openId, project]) await server[Symbol.asyncDispose]()
})

const ask = (method: string, path: string, body?: unknown, as: 'owner' | 'read-only' = 'owner') =>
  project.platform.ask(as, method, `/platform/auth/${project.ref}/${path}`, body)
const auditOf = (event: string) =>
  project.platform.ctx.database.rows<{ details: object }>(sql`select details from audit_log where event = ${event} order by id`)

describe('custom providers', () => {
  const acme = () => ({
    provider_type: 'oidc',
    identifier: 'custom:acme',
    name: 'Acme',
    client_id: openId.clientId,
    client_secret: openId.clientSecret,
    issuer: openId.issuer,
  })
  const stored = () =>
    project.owner.first<{ id: string; secret: string }>(
      sql`select id, client_secret as secret from auth.custom_oauth_providers where identifier = 'custom:acme'`,
    )
  const authorize = () => fetch(`${project.url}/auth/v1/authorize?provider=custom:acme`, { redirect: 'manual' })

  test('are managed by members, with an audit line and without their secret', async () => {
    const made = await ask('POST', 'custom-providers', acme())
    expect(made).toMatchObject({ status: 201, json: { identifier: 'custom:acme', enabled: true, is_secret_lost: false } })
    expect((await ask('POST', 'custom-providers', acme())).json).toMatchObject({ code: 'custom_provider_exists' })
    const changed = await ask('PATCH', 'custom-providers/custom:acme', { name: 'Acme ID', scopes: ['email'] })
    expect(changed.json).toMatchObject({ name: 'Acme ID', scopes: ['email'], issuer: openId.issuer })
    const listed = await ask('GET', 'custom-providers', undefined, 'read-only')
    expect((listed.json as { items: CustomProvider[] }).items).toEqual([changed.json])
    expect(JSON.stringify([made, changed, listed])).not.toContain(openId.clientSecret)
    expect(await auditOf('project.custom_provider_updated')).toEqual([{ details: { identifier: 'custom:acme', fields: ['name', 'scopes'] } }])
    expect((await ask('PATCH', 'custom-providers/custom:acme', { name: 'x' }, 'read-only')).status).toBe(403)
    expect((await ask('PATCH', 'custom-providers/custom:nobody', { name: 'x' })).json).toMatchObject({ code: 'custom_provider_not_found' })
    expect((await ask('DELETE', 'custom-providers/nonsense')).json).toMatchObject({ code: 'custom_provider_not_found' })
  })

  test('keep their secret from whoever reads the table', async () => {
    expect((await stored())!.secret).toMatch(/^v1\./)
    expect((await authorize()).status).toBe(302)
    // as a dump brings it: it is sealed when it is used first
    await project.owner.run(sql`update auth.custom_oauth_providers set client_secret = ${openId.clientSecret}`)
    expect((await authorize()).status).toBe(302)
    expect((await stored())!.secret).toMatch(/^v1\./)
  })

  test('of a copy of the project need their secret again', async () => {
    const { id } = (await stored())!
    const { secrets } = project.platform.ctx
    const elsewhere = secrets.seal(openId.clientSecret, `custom_oauth_providers.client_secret.another.${id}`)
    await project.owner.run(sql`update auth.custom_oauth_providers set client_secret = ${elsewhere}`)
    expect((await ask('GET', 'custom-providers')).json).toMatchObject({ items: [{ is_secret_lost: true }] })
    expect(await (await authorize()).json()).toMatchObject({ msg: expect.stringContaining('client secret has to be entered again') as string })
    const mended = await ask('PATCH', 'custom-providers/custom:acme', { client_secret: openId.clientSecret })
    expect(mended.json).toMatchObject({ is_secret_lost: false })
    expect((await authorize()).status).toBe(302)
  })

  test('have their issuer looked up before they are added', async () => {
    const look = (issuer: string, as: 'owner' | 'read-only' = 'owner') =>
      ask('GET', `custom-providers/discovery?issuer=${encodeURIComponent(issuer)}`, undefined, as)
    expect((await look(openId.issuer)).json).toMatchObject({
      issuer: openId.issuer,
      token_endpoint: expect.stringContaining(openId.issuer) as string,
    })
    expect((await look(openId.issuer, 'read-only')).status).toBe(403)
    for (const [issuer, message] of [
      ['http://127.0.0.1:1', 'ECONNREFUSED'],
      [`${openId.issuer}/nowhere`, 'answered 404'],
      ['http://id.example.com', 'use https'],
      ['javascript:alert(1)', 'no address of the web'],
    ]) {
      const { status, json } = await look(issuer!)
      expect({ status, ...(json as object) }).toMatchObject({
        status: 400,
        code: 'invalid_input',
        message: expect.stringContaining(message!) as string,
      })
    }
  })

  test('are deleted', async () => {
    expect((await ask('DELETE', 'custom-providers/custom:acme')).status).toBe(204)
    expect((await ask('GET', 'custom-providers')).json).toEqual({ items: [] })
    expect(await auditOf('project.custom_provider_deleted')).toEqual([{ details: { identifier: 'custom:acme' } }])
  })
})
