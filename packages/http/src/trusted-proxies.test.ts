import { get, resource } from '@colonnade/contracts/foundation/endpoint'
import { silentLogger, systemRandom, MemoryBudget, memoryLimitsFor } from '@colonnade/core'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { createHttpApp, mount, type ScopeRule, serveWith } from './index.ts'

const caller = resource('/caller', { retrieve: get('/', { summary: '', auth: 'public', reply: z.string() }) })
const serve = serveWith<{
  readonly context: undefined
  readonly actor: never
  readonly scopes: ScopeRule
  readonly transaction: undefined
}>()
const routes = [serve(caller.retrieve, ({ request }) => `${request.address} at ${request.origin}`)]

/** What a service is told of a caller that a peer forwards. */
async function callerOf(trustedProxies: readonly string[], remoteAddress: string, headers: Readonly<Record<string, string>>): Promise<string> {
  const app = createHttpApp({ logger: silentLogger, random: systemRandom, trustedProxies })
  onTestFinished(() => app.close())
  const policy = {
    authenticate: async () => null,
    callerKey: () => '',
    memoryOwner: () => '',
    limit: async () => undefined,
    authorize: async () => undefined,
    isScopedByBody: () => false,
    audit: async () => undefined,
  }
  mount(app, { routes, context: undefined, policy, logger: silentLogger, memory: new MemoryBudget(memoryLimitsFor(0)) })
  const reply = await app.inject({ url: '/caller', remoteAddress, headers: { host: 'here.example', ...headers } })
  return reply.json()
}

const forged = { 'x-forwarded-for': '203.0.113.9', 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' }

test('what a peer forwards is not believed, unless it is one of the proxies', async () => {
  expect(await callerOf([], '10.0.0.4', forged)).toBe('10.0.0.4 at http://here.example')
  expect(await callerOf(['10.0.0.4'], '10.0.0.5', forged)).toBe('10.0.0.5 at http://here.example')
  expect(await callerOf(['10.0.0.4'], '10.0.0.4', { 'x-forwarded-for': '203.0.113.9', 'x-forwarded-proto': 'https' })).toBe(
    '203.0.113.9 at https://here.example',
  )
})

test('what a caller made up before the proxies wrote is not believed either', async () => {
  const chain = { 'x-forwarded-for': '198.51.100.1, 203.0.113.9, 10.1.7.7' }
  expect(await callerOf(['10.0.0.4', '10.1.0.0/16'], '::ffff:10.0.0.4', chain)).toBe('203.0.113.9 at http://here.example')
})
