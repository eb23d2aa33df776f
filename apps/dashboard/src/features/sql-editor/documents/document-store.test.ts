import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { saveDelayMs, saveRetryMs } from '../limits.ts'
import type { SqlDocumentStore } from './document-store.ts'

const key = { person: 'a-person', ref: 'a-project', id: 'a-snippet' }

/** What the server has of it, and whether it can be reached. */
let saved = { version: 1, content: 'select 1' }
let isReachable = true
let isBusy = false
let asked = 0
let page = new EventTarget()

beforeEach(() => {
  vi.useFakeTimers()
  saved = { version: 1, content: 'select 1' }
  isReachable = true
  isBusy = false
  asked = 0
  page = new EventTarget()
  vi.stubGlobal('window', page)
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }))
  vi.stubGlobal('fetch', async (_url: string, { method, body }: { readonly method: string; readonly body?: string }) => {
    if (!isReachable) throw new TypeError('Failed to fetch')
    if (isBusy) return Response.json({ code: 'rate_limited', message: 'Too many requests', request_id: 'r' }, { status: 429 })
    asked += 1
    if (method === 'GET') return Response.json(snippet())
    const change = JSON.parse(body!) as { readonly version: number; readonly content: string }
    if (change.version !== saved.version) {
      return Response.json({ code: 'snippet_changed', message: 'changed', details: { current: snippet() }, request_id: 'r' }, { status: 409 })
    }
    saved = { version: saved.version + 1, content: change.content }
    return Response.json(snippet())
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  // what is open stays open, and would ask again in the tests of whatever uses the same modules
  vi.resetModules()
})

const snippet = () => ({ id: key.id, name: 'A thought', is_writable: true, ...saved })

/** It, opened anew as in a page that was just loaded, and what its editor is given. */
async function open(isShown = true) {
  vi.resetModules()
  const { sqlDocument } = await import('./sql-documents.ts')
  const store = sqlDocument(key)
  const texts: string[] = []
  if (isShown) store.onText((text) => texts.push(text))
  await store.open()
  return { store, texts }
}

/** While nobody answers it becomes another one; then the browser is told that the network is back. */
async function changeWhileOffline(version: number, content: string, meanwhile = () => {}): Promise<void> {
  isReachable = false
  meanwhile()
  await vi.advanceTimersByTimeAsync(saveDelayMs)
  saved = { version, content }
  isReachable = true
  page.dispatchEvent(new Event('online'))
  await vi.advanceTimersByTimeAsync(0)
}

const saveOf = (store: SqlDocumentStore) => {
  const state = store.get()
  return state.kind === 'open' ? state.save : state
}

test('a text that was changed elsewhere while the browser was offline is that text once it is back', async () => {
  const { store, texts } = await open()
  await changeWhileOffline(2, 'select 2')
  expect(store.text).toBe('select 2')
  expect(texts).toEqual(['select 2'])
  expect(store.get()).toMatchObject({ isDirty: false, snippet: { version: 2 }, save: { kind: 'idle' } })
})

test('one that was written in meanwhile is compared with it', async () => {
  const { store, texts } = await open()
  await changeWhileOffline(2, 'select 2', () => store.write('select 3'))
  expect(saveOf(store)).toMatchObject({ kind: 'conflict', theirs: { content: 'select 2' } })
  expect([store.text, texts]).toEqual(['select 3', []])
})

test('one that nobody looks at is asked for when it is shown again, and once', async () => {
  const { store } = await open(false)
  await changeWhileOffline(2, 'select 2')
  expect([store.text, asked]).toEqual(['select 1', 1])
  await store.open()
  await vi.advanceTimersByTimeAsync(0)
  expect([store.text, asked]).toEqual(['select 2', 2])
  await store.open()
  await vi.advanceTimersByTimeAsync(0)
  expect(asked).toBe(2)
})

test('while there is still no answer it stays in doubt, and a server that answers again settles it', async () => {
  const { store } = await open()
  isReachable = false
  page.dispatchEvent(new Event('online'))
  await vi.advanceTimersByTimeAsync(0)
  saved = { version: 2, content: 'select 2' }
  isReachable = true
  const { dataApi } = await import('../../../scope/data-client.ts')
  await dataApi.snippets.retrieve({ params: { ref: key.ref, id: 'another' } })
  await vi.advanceTimersByTimeAsync(0)
  expect(store.text).toBe('select 2')
})

test('one that the server does not take now is tried again, and it is told why', async () => {
  const { store } = await open()
  isBusy = true
  store.write('select 2')
  await vi.advanceTimersByTimeAsync(saveDelayMs)
  expect(saveOf(store)).toMatchObject({ kind: 'delayed', error: { code: 'rate_limited' } })
  isBusy = false
  await vi.advanceTimersByTimeAsync(saveRetryMs.first)
  expect([saved.content, saveOf(store)]).toEqual(['select 2', { kind: 'idle' }])
})
