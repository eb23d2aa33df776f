import { listEndpoints } from '@colonnade/contracts/apis/platform-api'
import { wholeApi } from '@colonnade/contracts/apis/whole-api'
import type { Endpoint } from '@colonnade/contracts/foundation/endpoint'
import { permissions } from '@colonnade/contracts/foundation/permissions'
import { AppError, isAppError } from '@colonnade/core'
import type { RequestFacts } from '@colonnade/http'
import { createPolicy } from '@colonnade/platform/testing/policy'
import type { Actor } from '@colonnade/platform/testing/serve'
import { type Bench, median } from '../parts/measure.ts'

const rounds = 31
/** Of all endpoints, in each round. */
const repeats = 20

const builtIn = { role: 'developer', custom_name: null, custom_permissions: null }
const custom = {
  role: '0190f8a0-0000-7000-8000-000000000000',
  custom_name: 'Analysts',
  custom_permissions: permissions.filter((_, index) => index % 2 === 0),
}
const session: Actor = { userId: 'u', sessionId: 's', isInstallationOwner: false }
const token: Actor = { ...session, token: { name: 'Report', scopes: permissions.filter((_, index) => index % 3 !== 0), organizationId: 'o' } }

const people = {
  'of a role that every organization has': { row: builtIn, actor: session },
  'of a role of one’s own': { row: custom, actor: session },
  'of a role of one’s own, in single projects, by a token with scopes': { row: { ...custom, is_own_role: true }, actor: token },
} as const

/** What deciding about a call takes, all endpoints in turn, without the one statement that looks up who the caller is there. */
export const bench: Bench = async (report) => {
  const endpoints = listEndpoints(wholeApi).flatMap(({ endpoint }) => (endpoint.permission === undefined ? [] : [endpoint]))
  const request = { onEnd: () => {} } as unknown as RequestFacts
  for (const [name, { row, actor }] of Object.entries(people)) {
    const found = { organization_id: 'o', id: 'o', slug: 'acme', status: 'ACTIVE_HEALTHY', sleep: 'awake', lacks_factor: false, ...row }
    const policy = createPolicy({
      database: { first: async () => found },
      parts: { calls: { add: () => {} }, sleeper: { use: async () => () => {} } },
    } as unknown as Parameters<typeof createPolicy>[0])
    const check = async (endpoint: Endpoint): Promise<boolean> => {
      const params = endpoint.path.includes('{ref}') ? { ref: 'abcdefghijklmnopqrst' } : { slug: 'acme' }
      try {
        await policy.authorize(endpoint, actor, { params, body: undefined }, request)
        return true
      } catch (error) {
        if (isAppError(error, 'forbidden')) return false
        throw error
      }
    }
    const outcomes = await Promise.all(endpoints.map(check))
    if (!outcomes.includes(true) || !outcomes.includes(false)) throw new AppError('internal', { name })
    const times: number[] = []
    for (let round = 0; round < rounds; round += 1) {
      const begin = performance.now()
      for (let repeat = 0; repeat < repeats; repeat += 1) for (const endpoint of endpoints) await check(endpoint)
      times.push(((performance.now() - begin) * 1_000) / (repeats * endpoints.length))
    }
    report({ figure: `a permission check ${name}`, value: median(times), unit: 'µs', goal: '<= 20', judges: 'value' })
  }
}
