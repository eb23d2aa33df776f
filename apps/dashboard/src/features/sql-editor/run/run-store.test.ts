import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { promptAnswerMs } from '../limits.ts'
import type { SqlPart } from './run-state.ts'
import { SqlRunStore } from './run-store.ts'

const part: SqlPart = { text: 'select 1', offset: 0, start: { line: 1, column: 1 }, isSelection: false }
const options = { rowLimit: null, timeoutMs: 0 }
const answer = [
  { type: 'fields', fields: [{ name: 'one', type: 'integer', type_oid: 23, table_oid: 0, column_number: 0 }] },
  { type: 'rows', rows: [['1']] },
  { type: 'completed', command: 'SELECT', row_count: 1, truncated: false, duration_ms: 1 },
  { type: 'ended', duration_ms: 1, transaction: 'none', transaction_started_at: null },
]

let server = Promise.withResolvers<Response>()
beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', () => server.promise)
  vi.stubGlobal('requestAnimationFrame', (draw: () => void) => setTimeout(draw, 16))
  vi.stubGlobal('cancelAnimationFrame', clearTimeout)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** A store whose run waits to be answered, and the kinds of state that a page was given. */
function begin(store = new SqlRunStore('a-project')) {
  server = Promise.withResolvers()
  const shown: string[] = []
  store.subscribe(() => shown.push(store.getShown().kind))
  return {
    store,
    shown,
    run: store.run(part, options),
    reply: () => server.resolve(new Response(answer.map((line) => `${JSON.stringify(line)}\n`).join(''))),
  }
}

test('a run that is answered at once is never shown to run, but is known to', async () => {
  const { store, shown, run, reply } = begin()
  expect(store.get().kind).toBe('running')
  reply()
  await run
  expect(new Set(shown)).toEqual(new Set(['idle', 'done']))
  expect(store.getShown()).toBe(store.get())
})

test('one that is waited for is shown to run, and the one before it until then', async () => {
  const first = begin()
  first.reply()
  await first.run
  const { store, run, reply } = begin(first.store)
  const before = store.getShown()
  await vi.advanceTimersByTimeAsync(promptAnswerMs - 1)
  expect(store.getShown()).toBe(before)
  await vi.advanceTimersByTimeAsync(1)
  expect(store.getShown()).toMatchObject({ kind: 'running', key: expect.any(String) })
  reply()
  await run
  expect(store.getShown().kind).toBe('done')
  expect(store.getShown()).not.toBe(before)
})

test('a second run is not begun while one is under way, also where that is not shown', async () => {
  const { store, run, reply } = begin()
  const { key } = store.get() as { readonly key: string }
  expect(await store.run(part, options)).toMatchObject({ kind: 'running', key })
  reply()
  expect(await run).toMatchObject({ kind: 'done', key })
})

test('an answer that breaks off keeps the rows that came, and says that it was lost', async () => {
  const lines = (events: readonly object[]) => new TextEncoder().encode(events.map((event) => `${JSON.stringify(event)}\n`).join(''))
  const { store, run } = begin()
  let breakOff = (): void => {}
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(lines([answer[0]!, { type: 'rows', rows: Array.from({ length: 30_000 }, (_, row) => [String(row)]) }]))
      breakOff = () => controller.error(new TypeError('network error'))
    },
  })
  server.resolve(new Response(body))
  await vi.waitUntil(() => store.get().kind === 'running' && outputOf(store).sets[0]?.count === 30_000)
  breakOff()
  expect(await run).toMatchObject({ kind: 'failed', error: { code: 'unavailable' } })
  expect(outputOf(store).sets[0]).toMatchObject({ count: 30_000, isComplete: false })
})

describe('while the browser says that it is offline', () => {
  const asked: string[] = []
  const offline = (isReached: boolean) => {
    asked.length = 0
    vi.stubGlobal('navigator', { onLine: false })
    vi.stubGlobal('fetch', (url: string) => {
      asked.push(url.split('/').at(-1)!)
      if (!isReached) return Promise.reject(new TypeError('Failed to fetch'))
      return url.endsWith('/health') ? Promise.resolve(Response.json({ status: 'ok', version: '1' })) : server.promise
    })
  }

  test('and nobody answers, a run is not sent, and the connection that its text keeps is what it was', async () => {
    const keeping = { ...options, keepsSession: true }
    const store = new SqlRunStore('a-project')
    server = Promise.withResolvers()
    server.resolve(new Response(answer.map((line) => `${JSON.stringify(line)}\n`).join('')))
    await store.run({ ...part, text: 'set work_mem = 1' }, keeping)
    const session = store.getSession()
    offline(false)
    const run = await store.run(part, keeping)
    expect(run).toMatchObject({ kind: 'failed', error: { code: 'unavailable', details: { is_sent: false } } })
    expect(asked).toEqual(['health'])
    expect(store.getSession()).toEqual({ ...session, idleSince: expect.any(Number) })
  })

  test('but somebody answers, on this machine, it runs', async () => {
    offline(true)
    const { run, reply } = begin()
    reply()
    expect(await run).toMatchObject({ kind: 'done' })
    expect(asked).toEqual(['health', 'runs'])
  })
})

function outputOf(store: SqlRunStore) {
  const state = store.get()
  if (state.kind === 'idle') throw new Error('Nothing was run')
  return state.output
}
