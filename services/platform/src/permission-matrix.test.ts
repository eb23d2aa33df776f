import { listEndpoints } from '@colonnade/contracts/apis/platform-api'
import { wholeApi } from '@colonnade/contracts/apis/whole-api'
import { type Access, accessOf } from '@colonnade/contracts/foundation/access'
import type { Endpoint } from '@colonnade/contracts/foundation/endpoint'
import { basePermissions, type Permission, permissions, projectPermissions } from '@colonnade/contracts/foundation/permissions'
import { type OrganizationRole, ownersPermissions, withNeeded } from '@colonnade/contracts/organizations/organization-roles'
import { isAppError, MemoryBudget, memoryLimitsFor } from '@colonnade/core'
import type { RequestFacts } from '@colonnade/http'
import { sql } from '@colonnade/sql'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPolicy } from './policy.ts'
import type { Actor } from './kernel/serve.ts'
import { openTestPlatform, people, type Person, type TestPlatform } from './testing.ts'

let platform: TestPlatform
let ref: string
beforeAll(async () => {
  platform = await openTestPlatform()
  ref = await platform.project('Matrix')
})
afterAll(() => platform[Symbol.asyncDispose]())

const ended: (() => void)[] = []
const request: RequestFacts = {
  id: 'matrix',
  address: '127.0.0.1',
  origin: 'http://localhost',
  userAgent: null,
  bearer: null,
  signal: new AbortController().signal,
  memory: new MemoryBudget(memoryLimitsFor(0)).open('matrix'),
  onEnd: (callback) => void ended.push(callback),
  cookies: {},
  lastEventId: null,
}

/** What the policy decides, without the handler: nothing is changed by asking, not even by who may. */
async function decide(endpoint: Endpoint, caller: Person): Promise<Access> {
  const actor: Actor = { userId: platform.userId(caller), sessionId: crypto.randomUUID(), isInstallationOwner: false }
  const named = { params: { ref, slug: 'acme' }, body: { organization_slug: 'acme' } }
  const params = Object.fromEntries(Object.entries(named.params).filter(([name]) => endpoint.path.includes(`{${name}}`)))
  try {
    await createPolicy(platform.ctx).authorize(endpoint, actor, { ...named, params }, request)
    return 'allowed'
  } catch (error) {
    const refusal = { unauthorized: 401, forbidden: 403, project_not_found: 404, organization_not_found: 404 } as const
    if (isAppError(error) && error.code in refusal) return refusal[error.code as keyof typeof refusal]
    throw error
  } finally {
    for (const end of ended.splice(0)) end()
  }
}

/** Strangers get as far as nothing here: `access.test.ts` asks every endpoint without a session. */
const governed = listEndpoints(wholeApi).filter(({ endpoint }) => endpoint.auth !== 'owner')

test.for(governed)('$name answers each role and others as the matrix says', async ({ endpoint }) => {
  const wanted = Object.fromEntries(people.map((person) => [person, accessOf(endpoint, person)]))
  const found: Record<string, Access> = {}
  for (const person of people) found[person] = await decide(endpoint, person)
  expect(found).toEqual(wanted)
})

test('a role that an organization makes is what it may do, whatever that is, in the organization and in one project', async () => {
  const chosen = permissions.filter((permission) => !ownersPermissions.includes(permission) && !basePermissions.includes(permission))
  const path = '/platform/organizations/acme/roles'
  const made = await platform.ask('owner', 'POST', path, { name: 'Any', permissions: chosen })
  const { id } = made.json as OrganizationRole
  const member = `/platform/organizations/acme/members/${platform.userId('developer')}`
  await platform.ask('owner', 'PATCH', member, { role: id })
  let version = 1
  const sample = fc.tuple(fc.subarray(chosen, { minLength: 1 }), fc.subarray(governed, { minLength: 10, maxLength: 10 }))
  const answers = async (held: readonly Permission[], asked: typeof governed) => {
    for (const { name, endpoint } of asked) {
      expect([name, held, await decide(endpoint, 'developer')]).toEqual([name, held, accessOf(endpoint, held)])
    }
  }
  await fc.assert(
    fc.asyncProperty(sample, async ([some, asked]) => {
      const changed = await platform.ask('owner', 'PUT', `${path}/${id}`, { name: 'Any', permissions: some, version: version++ })
      await answers((changed.json as OrganizationRole).permissions, asked)
    }),
    { numRuns: 40 },
  )
  // each by itself, with what it needs, asked about one call of each permission
  const oneEach = [...new Map(governed.map((each) => [each.endpoint.permission, each])).values()]
  for (const permission of chosen) {
    await platform.ask('owner', 'PUT', `${path}/${id}`, { name: 'Any', permissions: [permission], version: version++ })
    await answers(withNeeded([permission]), oneEach)
  }
  await platform.ask('owner', 'PATCH', member, { role: 'read-only' })
  await platform.ask('owner', 'PUT', `${member}/projects`, { is_limited: false, project_roles: [{ project_ref: ref, role: id }] })
  const inProject = governed.filter(({ endpoint }) => endpoint.path.includes('{ref}'))
  await answers(projectPermissions(withNeeded(chosen.slice(-1))), inProject)
  await platform.ask('owner', 'PATCH', member, { role: 'developer' })
  await platform.ask('owner', 'DELETE', `${path}/${id}?replacement=developer`)
})

test('a project that is gone exists for nobody, whatever their role', async () => {
  const gone = await platform.project('Gone')
  await platform.ctx.database.run(sql`update projects set status = 'REMOVED' where ref = ${gone}`)
  for (const caller of ['owner', 'read-only', 'outsider'] as const) {
    expect((await platform.ask(caller, 'GET', `/platform/projects/${gone}`)).status).toBe(404)
  }
})
