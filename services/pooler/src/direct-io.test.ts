import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { createDirectIo } from './direct-io.ts'

const sockets: Socket[] = []
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy()
})

/** Both ends of a connection. */
async function join(): Promise<readonly [near: Socket, far: Socket]> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const near = connect({ host: '127.0.0.1', port: (server.address() as { port: number }).port })
  const [[far]] = await Promise.all([once(server, 'connection') as Promise<[Socket]>, once(near, 'connect')])
  server.close()
  sockets.push(near, far)
  return [near, far]
}

/** Asks until something is there, without giving the event loop a turn. */
function readNow(socket: Socket): string {
  for (;;) {
    const bytes = createDirectIo().read(socket)
    if (bytes) return bytes.toString()
  }
}

test.runIf(process.platform === 'linux')('what has come is read without the event loop, and once', async () => {
  const io = createDirectIo()
  const [near, far] = await join()
  const heard: string[] = []
  near.on('data', (bytes: Buffer) => heard.push(bytes.toString()))
  expect(io.read(near)).toBe(null)
  expect(io.write(far, Buffer.from('directly'))).toBe(true)
  expect(readNow(near)).toBe('directly')
  expect(io.read(near)).toBe(null)
  far.write('by the stream')
  await once(near, 'data')
  expect(heard).toEqual(['by the stream'])
})

test('a socket that is paused, or whose stream holds something, is left to its stream', async () => {
  const io = createDirectIo()
  const [near, far] = await join()
  far.write('first')
  await once(near, 'readable')
  far.write('second')
  expect(io.read(near)).toBe(undefined)
  near.resume()
  expect(io.read(near)).toBe(undefined)
  near.pause()
  expect(io.read(near)).toBe(undefined)
})

test.runIf(process.platform === 'linux')('an end and a socket that is closed are left to the stream', async () => {
  const io = createDirectIo()
  const [near, far] = await join()
  near.resume()
  const ended = once(near, 'end')
  far.end()
  await once(far, 'finish')
  expect(io.read(near)).toBe(null)
  await ended
  near.destroy()
  expect(io.read(near)).toBe(undefined)
})

test('what the other end does not take at once is sent behind what is there, and nothing overtakes it', async () => {
  const io = createDirectIo()
  const [near, far] = await join()
  const pieces = Array.from({ length: 400 }, (_, at) => Buffer.alloc(64 * 1024, at % 251))
  const taken = pieces.map((piece) => io.write(near, piece))
  expect(taken[0]).toBe(true)
  expect(taken.at(-1)).toBe(false)
  near.end()
  const received: Buffer[] = []
  for await (const bytes of far) received.push(bytes as Buffer)
  expect(Buffer.concat(received).equals(Buffer.concat(pieces))).toBe(true)
})

test('the stream tells what a direct write has met', async () => {
  const io = createDirectIo()
  const [near, far] = await join()
  far.resetAndDestroy()
  const failed = once(near, 'error')
  while (near.writable) {
    io.write(near, Buffer.from('anybody there?'))
    await new Promise(setImmediate)
  }
  expect((await failed)[0].code).toMatch(/EPIPE|ECONNRESET/)
})

test('without such calls, the streams do it', async () => {
  const io = createDirectIo(null)
  const [near, far] = await join()
  near.resume()
  expect(io.write(far, Buffer.from('by the stream'))).toBe(true)
  const [bytes] = await once(near, 'data')
  expect(String(bytes)).toBe('by the stream')
  expect(io.read(near)).toBe(undefined)
})
