import { sql } from '@colonnade/sql'
import { type AssertionChanges, openTestSaml } from '@colonnade/testing/sign-in-providers/saml'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestProject, type TestProject } from './testing.ts'

let project: TestProject
let providerId: string
const idp = openTestSaml()
const app = 'http://localhost:3000/welcome'
const at = (path: string): string => `${project.url}/auth/v1${path}`

interface Reply {
  readonly status: number
  readonly body: { readonly error_code?: string; readonly id: string; readonly items?: object[] }
}
async function admin(method: string, path: string, json?: object): Promise<Reply> {
  const headers = { apikey: project.serviceKey, 'content-type': 'application/json' }
  const reply = await fetch(at(`/admin/sso/providers${path}`), { method, headers, ...(json !== undefined && { body: JSON.stringify(json) }) })
  return { status: reply.status, body: (await reply.json()) as Reply['body'] }
}

beforeAll(async () => {
  project = await openTestProject('Organization')
  await project.change({ saml_enabled: true })
  const mapping = { keys: { groups: { name: 'groups', array: true }, department: { names: ['unit', 'department'], default: 'none' } } }
  const made = await admin('POST', '', {
    type: 'saml',
    metadata_xml: idp.metadata,
    domains: ['Acme.example'],
    attribute_mapping: mapping,
    resource_id: 'acme',
  })
  expect(made).toMatchObject({ status: 201, body: { saml: { entity_id: idp.entityId }, domains: [{ domain: 'acme.example' }], disabled: false } })
  providerId = made.body.id
}, 180_000)
afterAll(() => project[Symbol.asyncDispose]())

async function begin(supabase = project.client()): Promise<string> {
  const { data, error } = await supabase.auth.signInWithSSO({ domain: 'acme.example', options: { redirectTo: app, skipBrowserRedirect: true } })
  expect(error).toBeNull()
  return data!.url
}

async function post(form: { readonly SAMLResponse: string; readonly RelayState: string }) {
  const reply = await fetch(at('/sso/saml/acs'), { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' })
  const location = reply.headers.get('location')
  const target = location === null ? null : new URL(location)
  return {
    status: reply.status,
    place: target === null ? null : target.origin + target.pathname,
    query: target?.searchParams ?? new URLSearchParams(),
    hash: new URLSearchParams(target?.hash.slice(1) ?? ''),
    body: location === null ? ((await reply.json()) as { error_code: string }) : null,
  }
}

/** Signs in by the identity provider, with PKCE. */
async function enter(changes: AssertionChanges = {}) {
  const supabase = project.client(project.anonKey, { flowType: 'pkce' })
  const { query } = await post(idp.answer(await begin(supabase), changes))
  const { data, error } = await supabase.auth.exchangeCodeForSession(query.get('code')!)
  expect(error).toBeNull()
  return { supabase, user: data.user! }
}

describe('a user of an organization', () => {
  test('signs in by its identity provider, and is known again', async () => {
    const attributes = { mail: ['Ada@acme.example'], groups: ['staff', 'admins'] }
    const { user } = await enter({ attributes })
    expect(user).toMatchObject({
      email: 'ada@acme.example',
      app_metadata: { provider: `sso:${providerId}`, providers: [`sso:${providerId}`] },
      user_metadata: { custom_claims: { groups: ['staff', 'admins'], department: 'none' } },
    })
    expect(user.identities).toMatchObject([{ provider: `sso:${providerId}`, id: 'acme-ada' }])
    expect(await project.owner.first(sql`select is_sso_user from auth.users where id = ${user.id}::uuid`)).toEqual({ is_sso_user: true })
    const again = await enter({ attributes: { mail: ['ada.l@acme.example'], unit: ['engines'] } })
    expect(again.user).toMatchObject({ id: user.id, email: 'ada.l@acme.example', user_metadata: { custom_claims: { department: 'engines' } } })
    const claims = (await again.supabase.auth.getClaims()).data!.claims
    expect(claims.amr).toMatchObject([{ method: 'sso/saml' }])
    expect((await again.supabase.auth.updateUser({ password: 'correct horse battery' })).error).toMatchObject({ code: 'user_sso_managed' })
  })

  test('without PKCE comes back with a session', async () => {
    const { place, hash, status } = await post(idp.answer(await begin()))
    expect({ place, status }).toEqual({ place: app, status: 302 })
    expect((await project.client().auth.getUser(hash.get('access_token')!)).error).toBeNull()
  })

  test('never signs in to another account with the same address', async () => {
    const email = 'grace@acme.example'
    const { data } = await project.client(project.serviceKey).auth.admin.createUser({ email, password: 'correct horse battery', email_confirm: true })
    const { user } = await enter({ nameId: 'acme-grace', attributes: { mail: [email] } })
    expect(user.id).not.toBe(data.user!.id)
    expect(user.email).toBe(email)
    expect((await project.client().auth.signInWithPassword({ email, password: 'correct horse battery' })).data.user!.id).toBe(data.user!.id)
  })
})

describe('an answer is refused', () => {
  const stranger = openTestSaml()
  test.each<[string, AssertionChanges]>([
    ['that nobody signed', { isUnsigned: true }],
    ['that was changed', { tamper: (xml) => xml.replace('acme-ada', 'acme-eve') }],
    ['with a second assertion before the signed one', { tamper: (xml) => wrap(xml) }],
    ['with a document type', { tamper: (xml) => `<!DOCTYPE x [<!ENTITY y SYSTEM "file:///etc/passwd">]>${xml}` }],
    ['for somebody else', { audience: 'https://other.example' }],
    ['to another request', { inResponseTo: 'id-another' }],
    ['that is over', { notOnOrAfter: new Date(Date.now() - 120_000) }],
    ['that is no XML', { tamper: () => 'nonsense' }],
    ['that is cut', { tamper: (xml) => xml.slice(0, 600) }],
  ])('%s', async (_what, changes) => {
    const { query, hash } = await post(idp.answer(await begin(), changes))
    expect(query.get('error_code')).toBe('validation_failed')
    expect(hash.has('access_token')).toBe(false)
  })

  test.each<[string, AssertionChanges, string]>([
    ['of nobody who stays the same', { nameIdFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient' }, 'saml_assertion_no_user_id'],
    ['without an address', { attributes: { cn: ['Ada'] } }, 'saml_assertion_no_email'],
    ['with an address that is none', { attributes: { mail: ['ada@acme.example\nBcc: eve@example.com'] } }, 'saml_assertion_no_email'],
  ])('%s', async (_what, changes, code) => {
    expect((await post(idp.answer(await begin(), changes))).query.get('error_code')).toBe(code)
  })

  test('of another key', async () => {
    expect((await post(stranger.answer(await begin()))).query.get('error_code')).toBe('validation_failed')
  })

  test('twice, and when nobody asked', async () => {
    const form = idp.answer(await begin())
    expect((await post(form)).status).toBe(302)
    for (const RelayState of [form.RelayState, '', 'https://evil.example/', '11111111-1111-4111-8111-111111111111']) {
      expect(await post({ ...form, RelayState })).toMatchObject({ status: 404, body: { error_code: 'saml_relay_state_not_found' } })
    }
    expect((await post({ ...form, SAMLResponse: '' })).body).toMatchObject({ error_code: 'validation_failed' })
  })

  function wrap(xml: string): string {
    const assertion = /<saml:Assertion .*<\/saml:Assertion>/s.exec(xml)![0]
    const forged = assertion
      .replace(/<Signature .*<\/Signature>/s, '')
      .replace('_assertion', '_forged')
      .replace('acme-ada', 'acme-eve')
    return xml.replace(assertion, `${forged}${assertion}`)
  }
})

describe('providers', () => {
  test('are found by their id, the name that others give them, and by domain', async () => {
    expect((await admin('GET', '')).body.items).toMatchObject([{ id: providerId }])
    expect((await admin('GET', `/${providerId}`)).body).toMatchObject({ id: providerId, saml: { metadata_xml: idp.metadata } })
    expect((await admin('GET', '/resource_acme')).body).toMatchObject({ id: providerId })
    expect(await admin('GET', '/11111111-1111-4111-8111-111111111111')).toMatchObject({ status: 404, body: { error_code: 'sso_provider_not_found' } })
    expect(await admin('GET', '/nonsense')).toMatchObject({ status: 404 })
    expect((await project.client().auth.signInWithSSO({ domain: 'other.example' })).error).toMatchObject({
      code: 'sso_provider_not_found',
      status: 404,
    })
    const metadata = await (await fetch(at('/sso/saml/metadata'))).text()
    expect(metadata).toContain(`entityID="${at('/sso/saml/metadata')}"`)
    expect(metadata).toContain(`Location="${at('/sso/saml/acs')}"`)
  })

  test.each([
    ['no metadata', {}, 400, 'validation_failed'],
    ['the same provider again', { metadata_xml: idp.metadata }, 422, 'saml_idp_already_exists'],
    [
      'a domain of another',
      { metadata_xml: openTestSaml('https://two.example').metadata, domains: ['acme.example'] },
      400,
      'sso_domain_already_exists',
    ],
    ['a domain that is none', { metadata_xml: openTestSaml('https://two.example').metadata, domains: ['acme'] }, 400, 'validation_failed'],
    ['what is no XML', { metadata_xml: 'nonsense' }, 400, 'validation_failed'],
    ['a document type', { metadata_xml: `<!DOCTYPE x [<!ENTITY y "z">]>${idp.metadata}` }, 400, 'validation_failed'],
    ['no certificate', { metadata_xml: idp.metadata.replace(/<KeyDescriptor.*<\/KeyDescriptor>/s, '') }, 400, 'validation_failed'],
    [
      'a page that runs code',
      { metadata_xml: idp.metadata.replace('https://idp.example.com/sign-in', 'javascript:alert(1)') },
      400,
      'validation_failed',
    ],
    ['an address that does not answer', { metadata_url: 'http://127.0.0.1:1/' }, 422, 'saml_metadata_fetch_failed'],
    ['an address without https', { metadata_url: 'http://idp.example.com/' }, 400, 'validation_failed'],
  ])('are refused with %s', async (_what, fields, status, code) => {
    expect(await admin('POST', '', { type: 'saml', ...fields })).toMatchObject({ status, body: { error_code: code } })
  })

  test('are changed, switched off and removed', async () => {
    expect((await admin('PUT', `/${providerId}`, { disabled: true })).body).toMatchObject({ disabled: true, domains: [{ domain: 'acme.example' }] })
    expect((await project.client().auth.signInWithSSO({ providerId })).error).toMatchObject({ code: 'sso_provider_disabled' })
    expect(await admin('PUT', `/${providerId}`, { metadata_xml: openTestSaml('https://two.example').metadata })).toMatchObject({
      body: { error_code: 'saml_entity_id_mismatch' },
    })
    expect((await admin('DELETE', `/${providerId}`)).body).toMatchObject({ id: providerId })
    expect((await project.client().auth.signInWithSSO({ domain: 'acme.example' })).error).toMatchObject({ code: 'sso_provider_not_found' })
    await project.change({ saml_enabled: false })
    expect((await project.client().auth.signInWithSSO({ providerId })).error).toMatchObject({ code: 'saml_provider_disabled', status: 404 })
  })
})
