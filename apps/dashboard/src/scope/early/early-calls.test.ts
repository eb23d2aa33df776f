import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { EarlyCalls, forgetEarlyCalls, type EarlyCall } from './early-calls.ts'

const html = readFileSync(join(import.meta.dirname, '../../../index.html'), 'utf8')
const script = [...html.matchAll(/<script nonce="__CSP_NONCE__">(.*?)<\/script>/gs)]
  .map(([, text]) => text!)
  .find((text) => text.includes('earlyCalls'))!

const project = '/platform/projects/abcdefghijklmnopqrst'
const place = '/project/abcdefghijklmnopqrst/editor?table=1'
const get = { method: 'GET', credentials: 'same-origin', headers: {} } as const
const query = (body: object) => ['/platform/pg-meta/abcdefghijklmnopqrst/query', { ...get, method: 'POST', body: JSON.stringify(body) }] as const
const rows = query({ query: 'select 1', read_only: true })

let kept: Map<string, string>
beforeEach(() => {
  kept = new Map()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  })
})
afterEach(() => vi.unstubAllGlobals())

/** Opens a document: runs its script, and returns what that has sent and the calls of its page. */
function openDocument(path: string, now: () => number = () => 0) {
  const fetch = vi.fn<(url: string, init: RequestInit) => Promise<Response>>(async (url) => Response.json({ url }))
  const [pathname, search = ''] = path.split(/(?=\?)/)
  const scope: { earlyCalls?: Map<string, EarlyCall> } = {}
  // oxlint-disable-next-line no-implied-eval, typescript/no-implied-eval
  new Function('globalThis', 'location', 'localStorage', 'fetch', script)(scope, { pathname, search }, localStorage, fetch)
  const sent = fetch.mock.calls.map(([url]) => url)
  const calls = new EarlyCalls({ place: path, sent: scope.earlyCalls!, now })
  const page = vi.fn(async () => Response.json({}))
  const send = (url: string, init: RequestInit = get) => calls.send(url, init, page)
  return { fetch, sent, calls, page, send }
}

test('a first visit starts the reads that every page of a project needs', async () => {
  const { sent, send, page } = openDocument(place)
  expect(sent).toEqual(['/platform/profile', '/platform/organizations', project])
  expect(await (await send('/platform/profile')).json()).toEqual({ url: '/platform/profile' })
  expect(page).not.toHaveBeenCalled()
  await send('/platform/profile')
  expect(page).toHaveBeenCalledOnce()
  expect(openDocument('/sign-in?returnTo=x').sent).toEqual([])
})

test('the next visit starts what the page has read, queries for rows before most others', async () => {
  const first = openDocument(place)
  await first.send('/platform/profile')
  await first.send(project)
  await first.send(...query({ query: 'select columns', read_only: true }))
  await first.send(...query({ query: 'delete from a' }))
  await first.send(...query({ query: 'select 1', read_only: true, claims: { sub: 'a' } }))
  await first.send(...rows)
  const next = openDocument(place)
  expect(next.fetch.mock.calls.map(([url, { body }]) => body ?? url)).toEqual([
    '/platform/profile',
    rows[1].body,
    '{"query":"select columns","read_only":true}',
    project,
  ])
  await next.send(...rows)
  expect(next.page).not.toHaveBeenCalled()
  // another address, and another statement
  expect(openDocument(`${place}0`).sent).toHaveLength(3)
  await next.send(...query({ query: 'select 2', read_only: true }))
  expect(next.page).toHaveBeenCalledOnce()
})

test('a reply is not used after a change, after its time, or when it failed', async () => {
  const changed = openDocument(place)
  const { signal } = changed.fetch.mock.calls[0]![1]
  await changed.send(project, { ...get, method: 'PATCH' })
  expect(signal!.aborted).toBe(true)
  await changed.send('/platform/profile')
  expect(changed.page).toHaveBeenCalledTimes(2)

  const late = openDocument(place, () => 10_001)
  await late.send('/platform/profile')
  expect(late.page).toHaveBeenCalledOnce()

  const failed = openDocument(place)
  const sent = new Map([[JSON.stringify(['/platform/profile', get]), { reply: Promise.reject(new TypeError('lost')), stop: new AbortController() }]])
  await new EarlyCalls({ place, sent, now: () => 0 }).send('/platform/profile', get, failed.page)
  expect(failed.page).toHaveBeenCalledOnce()
})

test('a page that no longer wants a reply stops its call', async () => {
  const { fetch, send } = openDocument(place)
  const stop = new AbortController()
  await send('/platform/profile', { ...get, signal: stop.signal })
  stop.abort()
  expect(fetch.mock.calls[0]![1].signal!.aborted).toBe(true)
})

test('the script sends nothing that could write, whatever is kept', () => {
  kept.set(`early:${place}`, JSON.stringify([['https://example.com/', get], query({ query: 'drop table a' }), ['/platform/profile', get]]))
  expect(openDocument(place).sent).toEqual(['/platform/profile'])
  kept.set(`early:${place}`, 'broken')
  expect(openDocument(place).sent).toEqual([])
})

test('reads of few addresses are kept, and none after signing out', async () => {
  for (let at = 0; at < 20; at += 1) await openDocument(`${place}${at}`).send('/platform/profile')
  expect(kept.size).toBe(13)
  expect(kept.has(`early:${place}19`)).toBe(true)
  forgetEarlyCalls()
  expect(kept.size).toBe(0)
})
