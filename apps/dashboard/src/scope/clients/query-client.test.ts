import { QueryObserver } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { isUnanswered } from '../../lib/late/unanswered.ts'
import { api } from '../client.ts'
import { createQueryClient, refreshOnReturn } from './query-client.ts'
import { reachability } from '../reachability.ts'

afterEach(async () => {
  vi.unstubAllGlobals()
  // another file of this process finds the server within reach
  vi.stubGlobal('fetch', async () => Response.json({}))
  await api.health.retrieve().catch(() => undefined)
  vi.unstubAllGlobals()
})

const answer = (fetch: () => Promise<Response>) => vi.stubGlobal('fetch', fetch)
const nobody = () => Promise.reject(new TypeError('fetch failed'))
const notReady = async () => Response.json({ code: 'unavailable', message: 'Starting' }, { status: 503 })
const health = { queryKey: ['health'], queryFn: () => api.health.retrieve(), retry: false }

test('while the server is out of reach what is shown stays, and all of it is fetched again whichever call finds the server back', async () => {
  const client = createQueryClient()
  const end = refreshOnReturn(client)
  const shown = new QueryObserver(client, health)
  const empty = new QueryObserver(client, { ...health, queryKey: ['other'] })
  answer(async () => Response.json({ status: 'first' }))
  const stopShown = shown.subscribe(() => {})
  await expect.poll(() => shown.getCurrentResult().data).toEqual({ status: 'first' })

  answer(nobody)
  const stopEmpty = empty.subscribe(() => {})
  await client.refetchQueries()
  expect(reachability.get()).toBe(false)
  expect(shown.getCurrentResult()).toMatchObject({ status: 'success', data: { status: 'first' }, error: null })
  expect(empty.getCurrentResult().status).toBe('error')
  expect(isUnanswered(empty.getCurrentResult().error)).toBe(true)

  answer(async () => Response.json({ status: 'second' }))
  await api.health.retrieve()
  await expect.poll(() => [shown, empty].map((query) => query.getCurrentResult().data)).toEqual([{ status: 'second' }, { status: 'second' }])
  stopShown()
  stopEmpty()
  end()
  client.clear()
})

test('a server that answers, but not yet with this, is asked again every few seconds, and its failure shows', async () => {
  const client = createQueryClient()
  answer(notReady)
  await client.fetchQuery(health).catch(() => undefined)
  const query = client.getQueryCache().find({ queryKey: health.queryKey })!
  expect(isUnanswered(query.state.error)).toBe(false)
  const interval = client.getDefaultOptions().queries!.refetchInterval as (of: typeof query) => number | false
  expect(interval(query)).toBe(5_000)
  answer(async () => Response.json({ status: 'up' }))
  await client.fetchQuery(health)
  expect(interval(query)).toBe(false)
  client.clear()
})

test('data that is set is not replaced by an earlier response still on its way', async () => {
  const client = createQueryClient()
  const earlier = Promise.withResolvers<string>()
  const responses = [earlier.promise, Promise.resolve('new')]
  const observer = new QueryObserver(client, { queryKey: ['name'], queryFn: () => responses.shift()! })
  const shown: unknown[] = []
  const stop = observer.subscribe(({ data }) => shown.push(data))
  await expect.poll(() => responses.length).toBe(1)
  client.setQueryData(['name'], 'new')
  earlier.resolve('old')
  await expect.poll(() => client.isFetching()).toBe(0)
  expect(responses).toEqual([])
  expect(observer.getCurrentResult().data).toBe('new')
  expect(shown).not.toContain('old')
  stop()
})
