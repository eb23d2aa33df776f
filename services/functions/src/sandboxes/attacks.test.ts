import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { hostname, networkInterfaces } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestFunctions, ref, type TestFunctions } from '../testing.ts'

let functions: TestFunctions
/** A server of this machine, and one that listens as another project's worker does. */
let reached = 0
const inside = createServer((_request, response) => {
  reached += 1
  response.end('reached')
})
const neighbour = createServer((_request, response) => response.end('reached'))

beforeAll(async () => {
  functions = await openTestFunctions({
    ownApi: ({ url }, request, response) => {
      response.end(JSON.stringify({ url, host: request.headers.host }))
    },
  })
  functions.setEnvironment({ SUPABASE_URL: `https://example.com/api/${ref}`, LD_PRELOAD: '/nonexistent.so', PATH: '/usr/bin:/bin' })
  await Promise.all([new Promise<void>((done) => inside.listen(0, '::', done)), new Promise<void>((done) => neighbour.listen(socketOf(), done))])
})
afterAll(async () => {
  inside.close()
  neighbour.close()
  await functions[Symbol.asyncDispose]()
})
const socketOf = (): string => join(functions.home, 'other')

/** Runs each attempt in a function, and returns what came of it. */
async function attempt(attempts: Readonly<Record<string, string>>, allowedHosts: readonly string[] | null = null): Promise<Record<string, string>> {
  const entries = Object.entries(attempts).map(([name, text]) => `[${JSON.stringify(name)}, async () => { ${text} }]`)
  await functions.deploy(
    'attack',
    `Deno.serve(async () => {
      const results = {}
      for (const [name, attempt] of [${entries.join(',\n')}]) {
        try { results[name] = 'done: ' + JSON.stringify(await attempt() ?? null).slice(0, 60) } catch (error) { results[name] = error.name + ': ' + error.message }
      }
      return Response.json(results)
    })`,
    { allowedHosts },
  )
  return (await (await functions.call('/attack')).json()) as Record<string, string>
}

test('nothing of the disk, of programs or of other processes is reached', async () => {
  const results = await attempt({
    environ: `return Deno.readTextFileSync('/proc/self/environ')`,
    server: `return Deno.readTextFileSync('/proc/${process.pid}/environ')`,
    passwords: `return Deno.readTextFileSync('/etc/passwd')`,
    node: `return (await import('node:fs')).readFileSync('/etc/passwd', 'utf8')`,
    link: `Deno.symlinkSync('/etc/passwd', Deno.env.get('TMPDIR') + '/x'); return Deno.readTextFileSync(Deno.env.get('TMPDIR') + '/x')`,
    literal: `return Object.keys(await import('file:///etc/passwd'))`,
    text: `return (await import('file:///etc/passwd', { with: { type: 'text' } })).default`,
    dynamic: `const name = 'file:///etc/' + 'passwd'; return Object.keys(await import(name))`,
    remote: `const name = 'https://example.com/x.js'; return Object.keys(await import(name))`,
    command: `return new Deno.Command('/bin/sh', { args: ['-c', 'id'] }).outputSync()`,
    shell: `return (await import('node:child_process')).execSync('id').toString()`,
    library: `return Deno.dlopen('/lib/x.so', {})`,
    kill: `return Deno.kill(${process.pid}, 'SIGKILL')`,
    worker: `return new Worker('data:text/javascript,1', { type: 'module' })`,
    system: `return Deno.networkInterfaces()`,
    header: `return new Response('', { headers: { 'x-a': 'b\\r\\nset-cookie: c=d' } })`,
  })
  expect(Object.entries(results).filter(([, result]) => result.startsWith('done'))).toEqual([])
  expect(results).toMatchObject({
    environ: expect.stringContaining('NotCapable'),
    literal: expect.stringContaining('refused:'),
    worker: expect.stringContaining('Worker'),
  })
})

test('no server of this machine is reached, whichever name leads there', async () => {
  const { port } = inside.address() as AddressInfo
  const own = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? [])
  const hosts = [
    '127.0.0.1',
    'localhost',
    '0.0.0.0',
    '0',
    '0x7f.1',
    '2130706433',
    '[::1]',
    '[::]',
    '[::ffff:127.0.0.1]',
    '169.254.169.254',
    '10.0.0.1',
    hostname(),
  ]
  for (const { address, family } of own) if (!address.includes('%')) hosts.push(family === 'IPv6' ? `[${address}]` : address)
  const results = await attempt({
    ...Object.fromEntries(hosts.map((host) => [host, `return await (await fetch('http://${host}:${port}/')).text()`])),
    connect: `return await Deno.connect({ hostname: 'localhost', port: ${port} })`,
    node: `const { connect } = await import('node:net'); return await new Promise((done, fail) => connect(${port}, 'localhost', () => done('reached')).on('error', fail))`,
    mail: `return await Deno.connect({ hostname: '203.0.113.1', port: 25 })`,
    listen: `return Deno.listen({ port: 0 }).addr`,
    neighbour: `return await Deno.connect({ transport: 'unix', path: '${socketOf()}' })`,
    proxy: `const client = Deno.createHttpClient({ proxy: { transport: 'unix', path: '${socketOf()}' } }); return await (await fetch('http://x.example/', { client })).text()`,
  })
  expect(Object.entries(results).filter(([, result]) => result.startsWith('done'))).toEqual([])
  const refused = expect.stringContaining('NotCapable')
  expect(results).toMatchObject({ connect: refused, mail: refused, listen: refused, neighbour: refused, proxy: refused })
  // it does answer, to those who may ask
  expect([await (await fetch(`http://127.0.0.1:${port}`)).text(), reached]).toEqual(['reached', 1])
})

test('the way to the own API leads to no other project, and secrets are no environment of the process', async () => {
  const results = await attempt({
    own: `return await (await fetch(Deno.env.get('SUPABASE_URL') + '/rest/v1/notes?id=eq.1')).json()`,
    other: `const client = Deno.createHttpClient({ proxy: { transport: 'unix', path: Deno.env.get('TMPDIR').replace(/t$/, 's/api') } })
      return (await fetch('http://own-api.internal/api/zzzzzzzzzzzzzzzzzzzz/rest/v1/notes', { client })).status`,
    preload: `return Deno.env.get('LD_PRELOAD')`,
  })
  expect(results).toEqual({
    own: `done: ${JSON.stringify({ url: '/rest/v1/notes?id=eq.1', host: 'example.com' })}`,
    other: 'done: 403',
    preload: 'done: "/nonexistent.so"',
  })
})

test('a function with allowed hosts reaches no others, and its own API', async () => {
  const results = await attempt(
    {
      named: `return await (await fetch('http://localhost:${(inside.address() as AddressInfo).port}/')).text()`,
      other: `return (await fetch('http://example.com/')).status`,
      port: `return (await fetch('http://a.example.org:81/')).status`,
      address: `return await Deno.connect({ hostname: '203.0.113.1', port: 80 })`,
      name: `return await Deno.connect({ hostname: 'a.example.net', port: 80 })`,
      own: `return await (await fetch(Deno.env.get('SUPABASE_URL') + '/rest/v1/notes')).json()`,
    },
    ['*.example.org:80', 'localhost'],
  )
  const refused = expect.stringContaining('NotCapable')
  // a name that is allowed and leads here fails where it would connect
  expect(results).toMatchObject({ other: refused, port: refused, address: refused, name: refused, own: expect.stringContaining('done') })
  expect(results['named']).not.toContain('done')
  expect(results['other']).toContain('example.com:80')
})

test('who makes threads without end ends, and others are served', async () => {
  await functions.deploy(
    'fork',
    `Deno.serve(async () => { const { Worker } = await import('node:worker_threads'); for (;;) { new Worker('for (;;);', { eval: true }); await new Promise((r) => setTimeout(r)) } })`,
  )
  await functions.deploy('calm', `Deno.serve(() => new Response('fine', { headers: { 'x-name': 'caf\\u00e9' } }))`)
  const [bomb, calm] = await Promise.all([functions.call('/fork'), functions.call('/calm')])
  expect([500, 546]).toContain(bomb.status)
  expect([await calm.text(), (await functions.call('/calm')).status]).toEqual(['fine', 200])
})
