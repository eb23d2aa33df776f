import { request as ask } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestFunctions, ref, type TestFunctions } from '../testing.ts'

let functions: TestFunctions
beforeAll(async () => {
  functions = await openTestFunctions()
  await functions.deploy(
    'echo',
    `Deno.serve(async (request, info) => {
      const { pathname } = new URL(request.url)
      console.log('called', pathname)
      if (pathname.endsWith('/throw')) throw new Error('on purpose')
      if (pathname.endsWith('/exit')) Deno.exit(3)
      if (pathname.endsWith('/socket')) {
        const { socket, response } = Deno.upgradeWebSocket(request)
        socket.onmessage = ({ data }) => socket.send('echo ' + data)
        return response
      }
      if (pathname.endsWith('/html')) return new Response('<p>', { headers: {
        'content-type': 'text/html', 'content-security-policy': 'default-src *', 'clear-site-data': '"*"', 'service-worker-allowed': '/', 'x-relay-error': 'true',
        'set-cookie': 'a=b; Domain=example.com; Path=/; HttpOnly' } })
      if (pathname.endsWith('/stream')) return new Response(new ReadableStream({
        async start(controller) {
          controller.enqueue(new TextEncoder().encode('first'))
          for await (const chunk of request.body) controller.enqueue(chunk)
          controller.close()
        } }))
      if (pathname.endsWith('/leave')) {
        request.signal.addEventListener('abort', () => console.log('left'))
        return new Promise(() => {})
      }
      return Response.json({ url: request.url, method: request.method, headers: Object.fromEntries(request.headers), body: await request.text(), from: info.remoteAddr.hostname }, { status: 201 })
    })`,
  )
})
afterAll(() => functions[Symbol.asyncDispose]())

describe('a call', () => {
  test('reaches its function with path, query, headers and body as they were sent', async () => {
    const reply = await functions.call('/echo/a%20b/c?x=1&x=%2F', {
      method: 'POST',
      body: 'ü',
      headers: { 'x-own': 'yes', 'x-request-id': 'request-a' },
    })
    const { host } = new URL(functions.url)
    const body = (await reply.json()) as { headers: object }
    expect(reply.status).toBe(201)
    expect(body).toMatchObject({ url: `http://${host}/echo/a%20b/c?x=1&x=%2F`, method: 'POST', body: 'ü', from: '203.0.113.7' })
    expect(body.headers).toMatchObject({ 'x-own': 'yes', 'sb-request-id': 'request-a', 'x-forwarded-for': '203.0.113.7' })
    expect(reply.headers.get('x-served-by')).toBe('supabase-edge-runtime')
    // what is printed and the reply come by two ways
    await expect
      .poll(() => functions.rows({ requestId: 'request-a', kinds: ['line'] }))
      .toMatchObject([{ level: 'info', text: 'called /echo/a%20b/c' }])
    const calls = await functions.rows({ requestId: 'request-a', kinds: ['invocation'] })
    expect(calls).toMatchObject([{ method: 'POST', path: '/a%20b/c', status: 201, error_code: null }])
  })

  test('streams both ways at once', async () => {
    const { promise: sent, resolve: send } = Promise.withResolvers<void>()
    const body = new ReadableStream({
      async start(controller) {
        controller.enqueue(new TextEncoder().encode('second'))
        await sent
        controller.enqueue(new TextEncoder().encode('third'))
        controller.close()
      },
    })
    const reply = await functions.call('/echo/stream', { method: 'POST', body, duplex: 'half' })
    const reader = reply.body!.pipeThrough(new TextDecoderStream()).getReader()
    let text = ''
    while (!text.includes('second')) text += (await reader.read()).value
    send()
    for (let read = await reader.read(); !read.done; read = await reader.read()) text += read.value
    expect(text).toBe('firstsecondthird')
  })

  test('that its client gives up is told to the function', async () => {
    const leaving = new AbortController()
    const call = functions.call('/echo/leave', { signal: leaving.signal, headers: { 'x-request-id': 'request-left' } })
    await expect.poll(() => functions.rows({ requestId: 'request-left' })).toMatchObject([{ text: 'called /echo/leave' }])
    leaving.abort()
    await expect(call).rejects.toThrow()
    await expect
      .poll(() => functions.rows({ requestId: 'request-left' }))
      .toEqual(expect.arrayContaining([expect.objectContaining({ text: 'left' }), expect.objectContaining({ status: 499 })]))
  })

  test('for a WebSocket stays open both ways', async () => {
    const socket = new WebSocket(`${functions.url.replace('http', 'ws')}/echo/socket`)
    const heard = new Promise((resolve, reject) => {
      socket.addEventListener('message', ({ data }) => resolve(data))
      socket.addEventListener('error', reject)
    })
    socket.addEventListener('open', () => socket.send('hello'))
    expect(await heard).toBe('echo hello')
    socket.close()
  })

  test('reaches servers of node:http, with the lines of the only request in them', async () => {
    await functions.deploy(
      'node',
      `import { createServer } from 'node:http'
      createServer((request, response) => { console.log('node', request.method); response.end(request.url + ' ' + request.headers.host) }).listen(8080)`,
    )
    const reply = await functions.call('/node/x?y=1', { headers: { 'x-request-id': 'request-node' } })
    expect(await reply.text()).toBe(`/node/x?y=1 ${new URL(functions.url).host}`)
    expect(await functions.rows({ requestId: 'request-node' })).toMatchObject([{ text: 'node GET' }, { kind: 'invocation', status: 200 }])
  })

  test('for the head has no body, and an unknown method is refused', async () => {
    const head = await functions.call('/echo', { method: 'HEAD' })
    expect([head.status, await head.text()]).toEqual([201, ''])
    const status = await new Promise((resolve) => ask(`${functions.url}/echo`, { method: 'TRACE' }, (reply) => resolve(reply.statusCode)).end())
    expect(status).toBe(405)
  })

  test('is not answered with what would run on the origin of the dashboard', async () => {
    const { headers } = await functions.call('/echo/html')
    expect(headers.get('content-type')).toBe('text/plain; charset=utf-8')
    expect(headers.get('content-security-policy')).toBe('sandbox')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('set-cookie')).toBe(`a=b; HttpOnly; Path=/api/${ref}`)
    for (const name of ['clear-site-data', 'service-worker-allowed', 'x-relay-error']) expect(headers.get(name)).toBeNull()
  })
})

describe('an error', () => {
  test('of the handler is its own 500', async () => {
    const reply = await functions.call('/echo/throw', { headers: { 'x-request-id': 'request-throws' } })
    expect([reply.status, reply.headers.get('sb-error-code'), await reply.text()]).toEqual([500, 'EDGE_FUNCTION_ERROR', 'Internal Server Error'])
    const rows = await functions.rows({ requestId: 'request-throws' })
    expect(rows).toMatchObject([{}, { level: 'error', text: expect.stringContaining('on purpose') }, { error_code: 'EDGE_FUNCTION_ERROR' }])
  })

  test.each([
    ['/nobody', 404, 'NOT_FOUND', 'Requested function was not found'],
    ['/echo/exit', 500, 'WORKER_ERROR', 'Function exited due to an error (please check logs)'],
    ['/broken', 503, 'BOOT_ERROR', 'Worker failed to boot (please check logs)'],
  ])('of the platform can be read by pages of any origin: %s', async (path, status, code, message) => {
    await functions.deploy('broken', 'throw new Error("no")')
    const reply = await functions.call(path)
    expect([reply.status, await reply.json()]).toEqual([status, { code, message }])
    expect([reply.headers.get('sb-error-code'), reply.headers.get('access-control-allow-origin')]).toEqual([code, '*'])
  })
})
