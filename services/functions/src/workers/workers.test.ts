import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestFunctions, type TestFunctions } from '../testing.ts'

const pause = 'await new Promise((resolve) => setTimeout(resolve, 150));'
const codeOf = async (reply: Response): Promise<unknown> => [reply.status, ((await reply.json()) as { code: string }).code]

describe('the life of a worker', () => {
  let functions: TestFunctions
  beforeAll(async () => {
    functions = await openTestFunctions({ limits: { idleMs: 100 }, times: { roundMs: 20 } })
  })
  afterAll(() => functions[Symbol.asyncDispose]())

  const texts = async (slug: string, kind: 'line' | 'shutdown') =>
    (await functions.rows({ slug, kinds: [kind] })).map((row) => (row.kind === 'line' ? row.text : row.kind === 'shutdown' ? row.reason : ''))

  test('one answers requests at once; without any it ends, and says goodbye', async () => {
    await functions.deploy(
      'idle',
      `let calls = 0
      addEventListener('beforeunload', (event) => console.log('unload', event.detail.reason))
      Deno.serve(async () => { calls += 1; EdgeRuntime.waitUntil(new Promise((r) => setTimeout(r, 200)).then(() => console.log('later'))); return new Response(String(calls)) })`,
    )
    const replies = await Promise.all([1, 2, 3].map(async () => (await functions.call('/idle')).text()))
    expect(replies.toSorted()).toEqual(['1', '2', '3'])
    await expect.poll(() => texts('idle', 'shutdown')).toEqual(['idle'])
    expect(await texts('idle', 'line')).toEqual(['later', 'later', 'later', 'unload termination'])
  })

  test('a new version and a new environment take over, and no call under way is lost', async () => {
    await functions.deploy('next', `Deno.serve(async () => { ${pause} return new Response(Deno.env.get('NAME') ?? 'one') })`)
    const first = functions.call('/next')
    await expect.poll(() => functions.rows({ slug: 'next', kinds: ['boot'] })).toHaveLength(1)
    functions.setEnvironment({ NAME: 'two' })
    const second = functions.call('/next')
    await functions.deploy('next', `Deno.serve(() => new Response('three'))`)
    expect(await (await functions.call('/next')).text()).toBe('three')
    expect([await (await first).text(), await (await second).text()]).toEqual(['one', 'two'])
    await expect.poll(() => texts('next', 'shutdown')).toEqual(expect.arrayContaining(['superseded', 'superseded']))
  })

  test('one that is removed while it runs finishes what it has', async () => {
    await functions.deploy('gone', `Deno.serve(async () => { ${pause} return new Response('done') })`)
    const call = functions.call('/gone')
    await expect.poll(() => functions.rows({ slug: 'gone', kinds: ['boot'] })).toHaveLength(1)
    functions.remove('gone')
    expect([await (await call).text(), (await functions.call('/gone')).status]).toEqual(['done', 404])
    await expect.poll(() => texts('gone', 'shutdown')).toEqual(['superseded'])
  })

  test('an exception in a timer is logged, and the worker goes when its requests are over', async () => {
    await functions.deploy(
      'timer',
      `Deno.serve(async () => { setTimeout(() => { throw new Error('in a timer') }); ${pause} return new Response('answered') })`,
    )
    expect(await (await functions.call('/timer')).text()).toBe('answered')
    await expect.poll(() => texts('timer', 'shutdown')).toEqual(['fault'])
    expect(await texts('timer', 'line')).toEqual([expect.stringContaining('in a timer')])
  })

  test('one that does not boot is not tried again at once, and later is', async () => {
    await functions.deploy('broken', 'throw new Error("no")')
    expect(await codeOf(await functions.call('/broken'))).toEqual([503, 'BOOT_ERROR'])
    expect(await codeOf(await functions.call('/broken'))).toEqual([503, 'BOOT_ERROR'])
    expect(await texts('broken', 'shutdown')).toEqual(['boot_failed'])
    expect(await functions.rows({ slug: 'broken', kinds: ['invocation'] })).toMatchObject([
      { status: 503 },
      { status: 503, error_code: 'BOOT_ERROR' },
    ])
    await expect.poll(async () => (await functions.call('/broken'), texts('broken', 'shutdown'))).toEqual(['boot_failed', 'boot_failed'])
  })
})

describe('limits', () => {
  test('of CPU end a loop that never yields, and then requests stand for themselves', async () => {
    await using functions = await openTestFunctions({ limits: { cpuMs: 250 } })
    await functions.deploy(
      'spin',
      `Deno.serve(async (request) => { if (request.url.endsWith('/now')) for (;;); ${pause} return new Response('fine') })`,
    )
    expect(await (await functions.call('/spin')).text()).toBe('fine')
    const [guilty, beside] = await Promise.all([functions.call('/spin/now'), functions.call('/spin')])
    expect([await codeOf(guilty), beside.status]).toEqual([[546, 'WORKER_RESOURCE_LIMIT'], 546])
    const [again, other] = await Promise.all([functions.call('/spin/now'), functions.call('/spin')])
    expect([again.status, await other.text()]).toEqual([546, 'fine'])
    expect(await functions.rows({ kinds: ['shutdown'] })).toMatchObject([{ reason: 'cpu' }, { reason: 'cpu' }])
    const calls = (await functions.rows({ kinds: ['invocation'] })).filter((row) => row.kind === 'invocation' && row.status === 546)
    for (const call of calls) expect(call).toMatchObject({ limit: { name: 'cpu', most: 250 } })
  })

  test('of memory end who hoards it, on the heap and beside it', async () => {
    await using functions = await openTestFunctions({ limits: { memoryBytes: 48 * 1024 ** 2 } })
    await functions.deploy('heap', `Deno.serve(() => { const all = []; for (;;) all.push(new Array(100_000).fill(all.length)) })`)
    await functions.deploy(
      'buffers',
      `Deno.serve(async () => { const all = []; for (let i = 0; i < 4_096; i += 16) { all.push(new Uint8Array(16 * 1024 ** 2).fill(1)); await 0 } return new Response('got it') })`,
    )
    const replies = await Promise.all([functions.call('/heap'), functions.call('/buffers')])
    expect(replies.map(({ status }) => status)).toEqual([546, expect.toSatisfy((status) => status === 546 || status === 500)])
    expect(await functions.rows({ slug: 'heap', kinds: ['shutdown'] })).toMatchObject([{ reason: 'memory' }])
  })

  test('of time end a call without an answer, and a worker whose time is over', async () => {
    await using functions = await openTestFunctions({ limits: { wallClockMs: 2_000 }, times: { answerMs: 300 } })
    await functions.deploy(
      'late',
      `Deno.serve((request) => request.url.endsWith('/stream') ? new Response(new ReadableStream({ start(c) { c.enqueue(new Uint8Array(1)) } })) : new Promise(() => {}))`,
    )
    expect(await codeOf(await functions.call('/late'))).toEqual([504, 'IDLE_TIMEOUT'])
    const endless = await functions.call('/late/stream')
    await expect(endless.arrayBuffer()).rejects.toThrow()
    const last = async () => (await functions.rows({ kinds: ['invocation'] })).at(-1)
    await expect.poll(last).toMatchObject({ path: '/stream', error_code: 'WORKER_RESOURCE_LIMIT', limit: { name: 'duration', most: 2_000 } })
    expect((await functions.rows({ kinds: ['invocation'] }))[0]).toMatchObject({ status: 504, limit: { name: 'response', most: 300 } })
  })

  test('of workers make projects wait, and end who has been idle longest', async () => {
    await using functions = await openTestFunctions({ limits: { maxWorkers: 1 } })
    for (const slug of ['one', 'two']) await functions.deploy(slug, `Deno.serve(async () => { ${pause} return new Response('${slug}') })`)
    const replies = await Promise.all([functions.call('/one'), functions.call('/two'), functions.call('/one')])
    expect(await Promise.all(replies.map((reply) => reply.text()))).toEqual(['one', 'two', 'one'])
    expect(await functions.rows({ kinds: ['shutdown'] })).toMatchObject([{ slug: 'one', reason: 'evicted' }])
  })

  test('of lines keep what prints without end small', async () => {
    await using functions = await openTestFunctions()
    await functions.deploy(
      'loud',
      `Deno.serve(() => { for (let i = 0; i < 10_000; i += 1) console.log('x'.repeat(20_000)); for (let i = 0; i < 200; i += 1) Deno.stdout.writeSync(new TextEncoder().encode('raw\\n')); return new Response() })`,
    )
    expect((await functions.call('/loud')).status).toBe(200)
    const rows = await functions.rows({ kinds: ['line'] })
    expect(rows.length).toBeLessThanOrEqual(101)
    expect(rows[0]).toMatchObject({ text: 'x'.repeat(10_000) })
  })
})

test('workers end with their service', async () => {
  const functions = await openTestFunctions()
  await functions.deploy('pid', `Deno.serve(() => new Response(String(Deno.pid)))`)
  const pid = await (await functions.call('/pid')).text()
  expect(existsSync(`/proc/${pid}`)).toBe(process.platform === 'linux')
  await functions[Symbol.asyncDispose]()
  const left = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
  expect(left).not.toContain('deno')
})
