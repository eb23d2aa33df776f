import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestPlatform, type TestPlatform } from '../../../testing.ts'
import { retrievePoolerStatistics } from './service.ts'

let platform: TestPlatform
let ref: string

beforeAll(async () => {
  platform = await openTestPlatform()
  ref = await platform.project('Counted')
})
afterAll(() => platform[Symbol.asyncDispose]())

const scope = () =>
  ({ ref, organizationId: '', slug: 'acme', role: 'owner', roleName: 'Owner', permissions: [], name: 'Counted', isLocked: false }) as const

/** Nobody asks for one here. */
const noDedicated = { host: null, open: () => Promise.reject(new Error('none')), close: () => Promise.resolve() }

test('while no pooler listens there are none', async () => {
  const reply = await platform.ask('read-only', 'GET', `/platform/projects/${ref}/config/supavisor/statistics`)
  expect([reply.status, reply.json]).toEqual([200, null])
})

test('what the shared pooler counts is told beside what there may be', async () => {
  const counts = { clients: 7, sessions: 2, servers: 5, waiting: 1, served: 4, waitedMs: 10, refused: 3, bytesFromClients: 20, bytesToClients: 30 }
  const statistics = () => ({ since: new Date(0), ...counts })
  const ctx = {
    ...platform.ctx,
    pooler: () => ({
      host: '127.0.0.1',
      sessionPort: 5433,
      transactionPort: 6544,
      statistics,
      served: () => [],
      evict: () => {},
      dedicated: noDedicated,
      domains: { serve: () => [] },
      issueCertificate: null,
      certificate: '',
    }),
  }
  expect(await retrievePoolerStatistics(ctx, scope())).toEqual({
    since: '1970-01-01T00:00:00.000Z',
    sessions: 2,
    sessions_max: 14,
    transaction_clients: 5,
    transaction_clients_max: 2_000,
    shared_connections: 3,
    shared_connections_max: 16,
    waiting: 1,
    served: 4,
    average_wait_ms: 2.5,
    refused: 3,
    bytes_from_clients: 20,
    bytes_to_clients: 30,
  })
  const none = { ...ctx, pooler: () => ({ ...ctx.pooler(), statistics: () => ({ ...statistics(), served: 0 }) }) }
  expect(await retrievePoolerStatistics(none, scope())).toMatchObject({ average_wait_ms: null })
})
