import { type Access, accessOf, type Endpoint, listEndpoints, wholeApi } from '@colonnade/contracts'
import { isAppError } from '@colonnade/core'
import type { RequestFacts } from '@colonnade/http'
import { sql } from '@colonnade/sql'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPolicy } from './policy.ts'
import type { Actor } from './serve.ts'
import { openTestPlatform, people, type Person, type TestPlatform } from './testing.ts'

let platform: TestPlatform
let ref: string
beforeAll(async () => {
  platform = await openTestPlatform({ firstPort: 42_400 })
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
  onEnd: (callback) => void ended.push(callback),
  cookies: {},
  lastEventId: null,
}

/** What the policy decides, without the handler: nothing is changed by asking, not even by who may. */
async function decide(endpoint: Endpoint, caller: Person): Promise<Access> {
  const actor: Actor = { userId: platform.userId(caller), sessionId: 'matrix', isInstallationOwner: false }
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

test('a project that is gone exists for nobody, whatever their role', async () => {
  const gone = await platform.project('Gone')
  await platform.ctx.database.run(sql`update projects set status = 'REMOVED' where ref = ${gone}`)
  for (const caller of ['owner', 'read-only', 'outsider'] as const) {
    expect((await platform.ask(caller, 'GET', `/platform/projects/${gone}`)).status).toBe(404)
  }
})
