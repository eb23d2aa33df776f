import { listEndpoints } from '@colonnade/contracts/apis/platform-api'
import { wholeApi } from '@colonnade/contracts/apis/whole-api'
import type { Endpoint } from '@colonnade/contracts/foundation/endpoint'
import { isAllowed, type MemberRole, rolePermissions, roles } from '@colonnade/contracts/foundation/permissions'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rateLimits } from './kernel/limits.ts'
import { openTestPlatform, people, type Person, type TestPlatform } from './testing.ts'

let platform: TestPlatform
let ref: string

beforeAll(async () => {
  platform = await openTestPlatform({ limits: { ...rateLimits, write: { calls: 10_000, windowSeconds: 60 } } })
  ref = await platform.project('Access')
})
afterAll(() => platform[Symbol.asyncDispose]())

/** Every endpoint that takes a person, asked without a body that would pass: only who asks decides what comes back. */
const endpoints = listEndpoints(wholeApi).filter(({ endpoint }) => endpoint.auth !== 'public')
const ofProjects = endpoints.filter(({ endpoint }) => endpoint.path.includes('{ref}'))
const ofOrganizations = endpoints.filter(({ endpoint }) => endpoint.path.includes('{slug}'))

const aDocument = { kind: 'other', title: 'Access', asks_acceptance: false, content: { format: 'markdown', text: 'Access' } }

/** Bodies that pass each contract, so that a call gets as far as its permission. */
const bodies: Readonly<Record<string, unknown>> = {
  'projects.update': { name: 'Access' },
  'projects.resize': { compute: 'nano' },
  'projects.resetPassword': {},
  'queries.run': { query: 'select 1' },
  'queries.transaction': { statements: [{ query: 'select 1' }] },
  'queries.cancel': { key: 'none' },
  'sqlRuns.create': { query: 'select 1' },
  'sqlRuns.setLock': { is_locked: false },
  'rowImports.create': { schema: 'public', table: 'none', format: 'csv', columns: [{ source: 0, target: 'a' }] },
  'rowExports.create': { query: 'select 1', format: 'csv', file_name: 'none' },
  'backups.restore': { target: 'new', name: 'none' },
  'identityProviders.create': {
    key: 'none',
    kind: 'github',
    name: 'None',
    issuer: 'https://github.example',
    client_id: 'none',
    client_secret: 'none',
  },
  'organizations.update': { name: 'Acme' },
  'invitations.create': { emails: ['somebody@example.com'], role: 'developer' },
  'installationDocuments.publish': aDocument,
  'installationDocuments.replace': { ...aDocument, replaces: 1 },
  'installationDocuments.setWithdrawn': { is_withdrawn: true },
  'installationInvoices.settle': { status: 'paid' },
  'billing.changePlan': { plan: 'free' },
  'billing.changeSpendCap': { usage_billing_enabled: false },
  'billing.changeDetails': { emails: [], name: null, address: null, tax_id: null },
  'members.requireTwoFactor': { is_required: false },
  'organizationRoles.create': { name: 'Made', permissions: ['projects:read'] },
  'organizationRoles.update': { name: 'Made', permissions: ['projects:read'], version: 1 },
  'members.update': { role: 'developer' },
  'members.updateProjects': { is_limited: false, project_roles: [] },
}

const ask = (as: Person | null, { name, endpoint }: { name: string; endpoint: Endpoint }, where = ref) =>
  platform.ask(
    as,
    endpoint.method,
    endpoint.path
      .replace('{ref}', where)
      .replace('{slug}', 'acme')
      .replace(/\{(id|key|version)\}/g, 'none'),
    endpoint.body ? (bodies[name] ?? {}) : endpoint.upload ? new Uint8Array(1) : undefined,
    { ...(endpoint.headers && { version: '2' }), ...(endpoint.upload && { 'content-type': endpoint.upload }) },
  )

describe('a stranger', () => {
  test.for(endpoints)('is refused by $name', async (each) => {
    expect(await ask(null, each)).toMatchObject({ status: 401, json: { code: 'unauthorized' } })
  })
})

describe('what only the owner of the installation may do', () => {
  const ofOwner = endpoints.filter(({ endpoint }) => endpoint.auth === 'owner' && !endpoint.stream)

  test.for(ofOwner.flatMap((each) => people.filter((person) => person !== 'owner').map((person) => ({ person, ...each }))))(
    '$person is refused by $name',
    async ({ person, ...each }) => {
      expect(await ask(person, each)).toMatchObject({ status: 403, json: { code: 'forbidden' } })
    },
  )

  test.for(ofOwner)('the owner is not refused by $name', async (each) => {
    // 404 where the path names something that is not there, 409 where nothing is set up for it
    expect([200, 201, 202, 204, 404, 409]).toContain((await ask('owner', each)).status)
  })
})

describe("another organization's", () => {
  test.for(ofProjects)('project does not exist for $name', async (each) => {
    expect(await ask('outsider', each)).toMatchObject({ status: 404, json: { code: 'project_not_found' } })
  })

  test.for(ofOrganizations)('slug does not exist for $name', async (each) => {
    expect(await ask('outsider', each)).toMatchObject({ status: 404, json: { code: 'organization_not_found' } })
  })

  test('slug in a body does not exist either', async () => {
    const reply = await platform.ask('outsider', 'POST', '/platform/projects', { organization_slug: 'acme', name: 'x' })
    expect(reply).toMatchObject({ status: 404, json: { code: 'organization_not_found' } })
  })
})

describe('a ref of the wrong form', () => {
  test.for(['x', 'ABCDEFGHIJKLMNOPQRST', "' or 1=1 --", '%00', 'a'.repeat(150)])('%s does not exist', async (wrong) => {
    const reply = await platform.ask('owner', 'GET', `/platform/projects/${encodeURIComponent(wrong)}`)
    expect(reply.json).toMatchObject({ code: 'project_not_found' })
  })
})

/** Each role × each permission that an endpoint names: refused exactly where the list of roles says so. */
const lacking = roles.flatMap((role: MemberRole) =>
  [...ofProjects, ...ofOrganizations]
    .filter(({ endpoint }) => endpoint.permission !== undefined && !isAllowed(rolePermissions[role], endpoint.permission))
    .map((each) => ({ role, ...each })),
)

describe('a permission that the role lacks', () => {
  test.for(lacking)('$role is refused by $name', async ({ role, ...each }) => {
    expect(await ask(role, each)).toMatchObject({ status: 403, json: { code: 'forbidden', details: { permission: each.endpoint.permission, role } } })
  })

  test('a reader and a developer can not create projects, an administrator can', async () => {
    const create = (as: Person) => platform.ask(as, 'POST', '/platform/projects', { organization_slug: 'acme', name: `by ${as}` })
    expect((await create('read-only')).status).toBe(403)
    expect((await create('developer')).status).toBe(403)
    expect((await create('administrator')).status).toBe(201)
  })
})

/** Values that a schema may have forgotten. */
const oddities: readonly unknown[] = [
  null,
  [],
  0,
  'text',
  true,
  {},
  { name: null },
  { name: '\u0000' },
  { query: 'select\u00001' },
  { query: 'select 1', role: 'a\u0000b' },
]

describe('odd bodies', () => {
  test.for(listEndpoints(wholeApi).filter(({ endpoint }) => endpoint.body !== undefined))('never break $name', async ({ endpoint }) => {
    const path = endpoint.path.replace('{ref}', ref).replace('{slug}', 'acme')
    const known = Object.values(bodies).map((body) => ({ ...(body as object), extra: 'x'.repeat(1000) }))
    for (const body of [...oddities, ...known.map((each) => Object.fromEntries(Object.keys(each).map((key) => [key, { $ne: 1 }])))]) {
      const reply = await platform.ask('owner', endpoint.method, path, body, { version: '2' })
      expect(reply.status, JSON.stringify({ body, reply: reply.json })).toBeLessThan(500)
    }
  })

  test.for(['\u0000', "'; drop table users; --", '🚀'.repeat(50), '..', '%2e%2e%2f'])('nor does the slug %j', async (slug) => {
    expect(await platform.ask('owner', 'GET', `/platform/organizations/${encodeURIComponent(slug)}`)).toMatchObject({ status: 404 })
  })
})

describe('odd requests', () => {
  test('an address that can not be decoded is refused in our own form', async () => {
    expect(await platform.ask(null, 'GET', '/platform/%ff')).toMatchObject({ status: 400, json: { code: 'bad_request' } })
  })

  test('a call without a body may call it JSON', async () => {
    const headers = { version: '2', 'content-type': 'application/json' }
    expect((await platform.ask('owner', 'PATCH', '/platform/notifications/archive-all', undefined, headers)).status).toBe(200)
  })

  test('half a character in a name is named', async () => {
    const reply = await platform.ask('owner', 'POST', '/platform/organizations', '{"name":"\\ud800"}')
    expect(reply).toMatchObject({ status: 400, json: { code: 'invalid_input' } })
  })
})

describe('a change from another site', () => {
  test('is refused by its origin', async () => {
    const reply = await platform.ask('owner', 'POST', '/platform/organizations', { name: 'x' }, { origin: 'https://evil.example' })
    expect(reply).toMatchObject({ status: 403, json: { code: 'cross_site_request' } })
  })

  test('is refused by what the browser says of it', async () => {
    const reply = await platform.ask('owner', 'POST', '/platform/sign-out', undefined, { 'sec-fetch-site': 'cross-site' })
    expect(reply).toMatchObject({ status: 403, json: { code: 'cross_site_request' } })
  })

  test('that is a form post is refused by its type', async () => {
    const reply = await platform.ask('owner', 'POST', '/platform/organizations', undefined, { 'content-type': 'text/plain' })
    expect(reply.status).toBeGreaterThanOrEqual(400)
  })
})
