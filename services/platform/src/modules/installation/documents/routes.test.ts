import type { InstallationDocument, OrganizationDocument } from '@colonnade/contracts/installation/documents'
import type { NotificationSummary } from '@colonnade/contracts/installation/notifications'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestPlatform, type Person, type TestPlatform } from '../../../testing.ts'

let platform: TestPlatform
beforeAll(async () => {
  platform = await openTestPlatform()
})
afterAll(() => platform[Symbol.asyncDispose]())

const owned = '/platform/installation/documents'
const ofAcme = '/platform/organizations/acme/documents'
const pdf = Buffer.from('%PDF-1.7\nnot much of one').toString('base64')
const terms = { kind: 'terms', title: 'Terms of service', asks_acceptance: true, content: { format: 'markdown', text: '# Terms\n\nBe kind.' } }

const publish = async (changes: object = {}) => (await platform.ask('owner', 'POST', owned, { ...terms, ...changes })).json as InstallationDocument
const ofOrganization = async (as: Person = 'read-only') => (await platform.ask(as, 'GET', ofAcme)).json as OrganizationDocument[]
const find = async (id: string) => (await ofOrganization()).find((each) => each.id === id)

test('what the owner publishes is read by members of every organization, and nobody else publishes', async () => {
  expect(await ofOrganization()).toEqual([])
  const { id, versions } = await publish()
  expect(versions).toMatchObject([{ number: 1, format: 'markdown', size_bytes: 17 }])
  expect(await ofOrganization()).toMatchObject([{ id, title: 'Terms of service', acceptances: [] }])
  const { json } = await platform.ask('outsider', 'GET', `/platform/organizations/elsewhere/documents/${id}/versions/1`)
  expect(json).toEqual({ number: 1, format: 'markdown', text: '# Terms\n\nBe kind.' })
  await platform.run({ promise: 'by its owner only', as: 'administrator', method: 'POST', path: owned, body: terms, expect: 403, code: 'forbidden' })
  await platform.run({ promise: 'not read from outside', as: 'outsider', method: 'GET', path: `${ofAcme}/${id}/versions/1`, expect: 404 })
})

test('a PDF file comes back as it was, under a name that tells what it is', async () => {
  const { id } = await publish({ title: 'Datenschutz / DPA', kind: 'dpa', content: { format: 'pdf', file: pdf } })
  const reply = await platform.ask('read-only', 'GET', `${ofAcme}/${id}/versions/1/file`)
  expect(Buffer.from(reply.bytes).toString('base64')).toBe(pdf)
  expect(reply.headers).toMatchObject({ 'content-type': 'application/pdf', 'content-disposition': expect.stringContaining('datenschutz-dpa-v1.pdf') })
  expect(reply.headers['content-security-policy']).toContain('sandbox')
})

test('owners and administrators accept for their organization, once, whoever of them it is', async () => {
  const { id } = await publish()
  const path = `${ofAcme}/${id}/acceptance`
  await platform.run({ promise: 'a developer does not', as: 'developer', method: 'POST', path, body: { number: 1 }, expect: 403, code: 'forbidden' })
  const both = await Promise.all((['owner', 'administrator'] as const).map((as) => platform.ask(as, 'POST', path, { number: 1 })))
  expect(new Set(both.map(({ status }) => status))).toEqual(new Set([200, 409]))
  expect((await find(id))?.acceptances).toMatchObject([
    { number: 1, accepted_by: both[0]!.status === 200 ? 'owner@example.com' : 'administrator@example.com' },
  ])
  const { json } = await platform.ask('owner', 'GET', `${owned}/${id}/acceptances`)
  expect(json).toMatchObject({ items: [{ number: 1, organization: { slug: 'acme', name: 'Acme' } }], next_offset: null })
  const audit = await platform.ask('owner', 'GET', '/platform/organizations/acme/audit?kind=document')
  expect(audit.json).toMatchObject({ items: [{ event: 'document.accepted', details: { id, title: 'Terms of service', number: 1 } }] })
})

test('a new version asks again, those who may accept are told, and what was read before is not accepted', async () => {
  const { id } = await publish()
  await platform.ask('administrator', 'POST', `${ofAcme}/${id}/acceptance`, { number: 1 })
  const summary = async () =>
    ((await platform.ask('administrator', 'GET', '/platform/notifications/summary')).json as NotificationSummary).unread_count
  const before = await summary()
  const next = { ...terms, content: { format: 'markdown', text: 'Be kinder.' }, replaces: 1 }
  const twice = await Promise.all([1, 2].map(() => platform.ask('owner', 'POST', `${owned}/${id}/versions`, next)))
  expect(new Set(twice.map(({ status }) => status))).toEqual(new Set([201, 409]))
  expect(await summary()).toBe(before + 1)
  expect(await find(id)).toMatchObject({ versions: [{ number: 2 }, { number: 1 }], acceptances: [{ number: 1 }] })
  await platform.run({
    promise: 'the version of before is not accepted any more',
    as: 'owner',
    method: 'POST',
    path: `${ofAcme}/${id}/acceptance`,
    body: { number: 1 },
    expect: 409,
    code: 'document_replaced',
  })
  expect((await platform.ask('owner', 'POST', `${ofAcme}/${id}/acceptance`, { number: 2 })).status).toBe(200)
  expect((await find(id))?.acceptances.map(({ number }) => number)).toEqual([2, 1])
})

test("those are told whose role is the organization's own and lets them accept, and no others of its kind", async () => {
  const unread = async (as: Person) => ((await platform.ask(as, 'GET', '/platform/notifications/summary')).json as NotificationSummary).unread_count
  const give = async (as: Person, name: string, permissions: readonly string[]) => {
    const made = await platform.ask('owner', 'POST', '/platform/organizations/acme/roles', { name, permissions })
    const { id } = made.json as { id: string }
    await platform.ask('owner', 'PATCH', `/platform/organizations/acme/members/${platform.userId(as)}`, { role: id })
  }
  await give('developer', 'Clerks', ['organization:update'])
  await give('read-only', 'Readers', ['projects:read'])
  const before = [await unread('developer'), await unread('read-only')] as const
  await publish({ title: 'For clerks' })
  expect([await unread('developer'), await unread('read-only')]).toEqual([before[0] + 1, before[1]])
  for (const as of ['developer', 'read-only'] as const) {
    await platform.ask('owner', 'PATCH', `/platform/organizations/acme/members/${platform.userId(as)}`, { role: as })
  }
})

test('what is withdrawn is seen by who has accepted it, and what was accepted is not deleted', async () => {
  const accepted = await publish({ title: 'Accepted' })
  const other = await publish({ title: 'Other' })
  await platform.ask('owner', 'POST', `${ofAcme}/${accepted.id}/acceptance`, { number: 1 })
  for (const { id } of [accepted, other]) await platform.ask('owner', 'PUT', `${owned}/${id}/withdrawn`, { is_withdrawn: true })
  expect(await find(accepted.id)).toMatchObject({ is_withdrawn: true, acceptances: [{ number: 1 }] })
  expect(await find(other.id)).toBeUndefined()
  expect((await platform.ask('read-only', 'GET', `${ofAcme}/${accepted.id}/versions/1`)).status).toBe(200)
  await platform.run({ promise: 'nothing of the other', as: 'owner', method: 'GET', path: `${ofAcme}/${other.id}/versions/1`, expect: 404 })
  await platform.run({
    promise: 'nor to accept',
    as: 'owner',
    method: 'POST',
    path: `${ofAcme}/${other.id}/acceptance`,
    body: { number: 1 },
    expect: 404,
  })
  await platform.run({ promise: 'kept', as: 'owner', method: 'DELETE', path: `${owned}/${accepted.id}`, expect: 409, code: 'document_accepted' })
  await platform.run({ promise: 'deleted', as: 'owner', method: 'DELETE', path: `${owned}/${other.id}`, expect: 204 })
  await platform.run({ promise: 'gone', as: 'owner', method: 'DELETE', path: `${owned}/${other.id}`, expect: 404, code: 'document_not_found' })
})

test.for([
  ['an empty text', { content: { format: 'markdown', text: ' \n' } }, 400],
  ['NUL in the text', { content: { format: 'markdown', text: 'a\u0000b' } }, 400],
  ['a text of any length', { content: { format: 'markdown', text: 'x'.repeat(200_001) } }, 400],
  ['no base64', { content: { format: 'pdf', file: 'ä' } }, 400],
  ['a file that is no PDF', { content: { format: 'pdf', file: Buffer.from('<html>').toString('base64') } }, 415],
  ['a file of 6 MB', { content: { format: 'pdf', file: Buffer.alloc(6 * 1024 * 1024).toString('base64') } }, 413],
  ['an unknown kind', { kind: 'poem' }, 400],
  ['a title with a line break', { title: 'a\nb' }, 400],
] as const)('%s is refused', async ([, changes, status]) => {
  expect((await platform.ask('owner', 'POST', owned, { ...terms, ...changes })).status).toBe(status)
})

test.for(['x', '00000000-0000-4000-8000-000000000000'])('a document %s is not there', async (id) => {
  for (const path of [`${ofAcme}/${id}/versions/1`, `${ofAcme}/${id}/versions/1/file`, `${owned}/${id}/acceptances`]) {
    expect((await platform.ask('owner', 'GET', path)).status).toBe(404)
  }
})

test.for(['0', '-1', '1.5', '99999999999', '1e3'])('a version %s is not there', async (number) => {
  const { id } = await publish()
  expect((await platform.ask('owner', 'GET', `${ofAcme}/${id}/versions/${number}`)).status).toBe(404)
})
