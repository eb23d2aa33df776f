import { platformApi } from '@colonnade/contracts/apis/platform-api'
import { describe, expect, test, vi } from 'vitest'
import { createClient } from './client.ts'

const ref = 'abcdefghijklmnopqrst'

/** A client whose server is a function. */
const clientOf = (answer: (url: string, init: RequestInit) => Response | Promise<Response>, onRefusal?: (error: Error) => void) =>
  createClient(platformApi, {
    baseUrl: 'http://x',
    fetch: async (url, init) => answer(String(url), init ?? {}),
    ...(onRefusal && { onRefusal }),
  })

describe('a call', () => {
  test('puts parameters, query, body and version where they belong', async () => {
    const seen: { url: string; init: RequestInit }[] = []
    const api = clientOf((url, init) => {
      seen.push({ url, init })
      return Response.json({})
    })
    await api.projects.update({ params: { ref: 'a/b' }, body: { name: 'n' } })
    await api.notifications.list({ query: { status: ['new', 'seen'], offset: 10 } })
    expect(seen[0]).toMatchObject({
      url: 'http://x/platform/projects/a%2Fb',
      init: { method: 'PATCH', body: '{"name":"n"}', headers: { 'content-type': 'application/json' } },
    })
    expect(seen[1]).toMatchObject({ url: 'http://x/platform/notifications?status=new%2Cseen&offset=10', init: { headers: { version: '2' } } })
  })

  test('sends a file as it is, and gets one as bytes', async () => {
    const seen: RequestInit[] = []
    const api = clientOf((_url, init) => {
      seen.push(init)
      return init.method === 'POST' ? Response.json({ name: 'a.png' }) : new Response(Uint8Array.of(1, 2))
    })
    const file = new Blob(['png'])
    await api.feedback.attach({ file })
    expect(seen[0]).toMatchObject({ method: 'POST', headers: { 'content-type': 'image/png' } })
    expect(seen[0]?.body).toBe(file)
    const bytes = await api.feedback.attachment({ params: { name: 'a.png' }, query: { expires: 1, signature: 's' } })
    expect([...bytes]).toEqual([1, 2])
  })

  test('rejects with the code of the server', async () => {
    const api = clientOf(() =>
      Response.json({ code: 'project_name_taken', message: 'taken', details: { name: 'x' }, request_id: 'r' }, { status: 409 }),
    )
    await expect(api.projects.retrieve({ params: { ref } })).rejects.toMatchObject({
      code: 'project_name_taken',
      message: 'taken',
      details: { name: 'x', request_id: 'r' },
    })
  })

  test('that nobody answers says whose fault that is, as far as the browser knows', async () => {
    const api = clientOf(() => Promise.reject(new TypeError('Failed to fetch')))
    const message = () => api.projects.retrieve({ params: { ref } }).catch((error: Error) => error.message)
    expect(await message()).toContain('Check that it’s running')
    vi.stubGlobal('navigator', { onLine: false })
    expect(await message()).toContain('This browser is offline')
    vi.unstubAllGlobals()
  })

  test('that changes something, and has no answer, says that it may have been done', async () => {
    const answers: readonly (() => Response | Promise<Response>)[] = [
      () => Promise.reject(new TypeError('Failed to fetch')),
      () => new Response('{"ref":"abc', { headers: { 'content-type': 'application/json' } }),
      () => new Response('<html>', { status: 504 }),
    ]
    for (const answer of answers) {
      await expect(clientOf(answer).projects.pause({ params: { ref } })).rejects.toMatchObject({
        code: 'unavailable',
        message: expect.stringContaining('the change may be saved. Check before you try again') as string,
        details: { may_be_done: true },
      })
      // what changes nothing is asked again
      const read = clientOf(answer).projects.retrieve({ params: { ref } })
      await expect(read).rejects.toMatchObject({ code: 'unavailable', message: expect.not.stringContaining('done') as string })
    }
    vi.stubGlobal('navigator', { onLine: false })
    await expect(clientOf(answers[0]!).projects.pause({ params: { ref } })).rejects.toMatchObject({
      message: expect.stringContaining('This browser is offline') as string,
    })
    vi.unstubAllGlobals()
  })

  test('tells once what it was refused', async () => {
    const told: Error[] = []
    const api = clientOf(
      () => Response.json({ code: 'unauthorized', message: '', details: {}, request_id: '' }, { status: 401 }),
      (error) => told.push(error),
    )
    await expect(api.sessions.profile()).rejects.toMatchObject({ code: 'unauthorized' })
    expect(told).toEqual([expect.objectContaining({ code: 'unauthorized' })])
  })

  test('tells a server that can’t be reached from one that answers nonsense', async () => {
    await expect(clientOf(() => Promise.reject(new TypeError('fetch failed'))).sessions.profile()).rejects.toMatchObject({ code: 'unavailable' })
    await expect(clientOf(() => new Response('<html>', { status: 502 })).sessions.profile()).rejects.toMatchObject({
      code: 'unavailable',
      details: { status: 502 },
    })
  })
})

describe('an event stream', () => {
  const body = (...chunks: string[]) => new Response(new Blob(chunks).stream())

  test('is parsed across chunks, and goes on after the last id when it breaks', async () => {
    const asked: (string | undefined)[] = []
    const api = clientOf((_url, init) => {
      asked.push((init.headers as Record<string, string>)['last-event-id'])
      return asked.length === 1 ? body(': open\n\nid: 1\nda', 'ta: {"id":1}\n\nid: 2\ndata: {"id":2}\n\n') : body('id: 3\ndata: {"id":3}\n\n')
    })
    const stop = new AbortController()
    const ids: number[] = []
    for await (const event of api.projects.events({ params: { ref }, signal: stop.signal })) {
      ids.push(event.id)
      if (event.id === 3) stop.abort()
    }
    expect(ids).toEqual([1, 2, 3])
    expect(asked).toEqual([undefined, '2'])
  })

  test('whose session ends fails instead of asking for ever', async () => {
    let asked = 0
    const api = clientOf(() => {
      asked += 1
      if (asked === 1) return body('id: 1\ndata: {"id":1}\n\n')
      return Response.json({ code: 'unauthorized', message: '', details: {}, request_id: '' }, { status: 401 })
    })
    const events = api.projects.events({ params: { ref } })[Symbol.asyncIterator]()
    await events.next()
    await expect(events.next()).rejects.toMatchObject({ code: 'unauthorized' })
  })

  test('that can not be opened at all fails', async () => {
    const api = clientOf(() => Response.json({ code: 'project_not_found', message: '', details: {}, request_id: '' }, { status: 404 }))
    const first = api.projects.events({ params: { ref } })[Symbol.asyncIterator]().next()
    await expect(first).rejects.toMatchObject({ code: 'project_not_found' })
  })
})
