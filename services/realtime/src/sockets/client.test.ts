import { expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { slowBytesMost } from '../limits.ts'
import { Client } from './client.ts'

test('a reader that is too slow is told to come back, and nothing more waits for it', () => {
  const done: unknown[] = []
  const socket = {
    readyState: WebSocket.OPEN as number,
    bufferedAmount: 0,
    send(bytes: Buffer) {
      done.push(bytes.length)
      socket.bufferedAmount += bytes.length
    },
    close(code: number, reason: string) {
      done.push([code, reason])
      socket.readyState = WebSocket.CLOSING
    },
  }
  const client = new Client(socket as unknown as WebSocket, {} as ConstructorParameters<typeof Client>[1], 0)
  const frame = { bytes: Buffer.alloc(slowBytesMost), isBinary: true }
  client.send(frame)
  client.send({ bytes: Buffer.alloc(1), isBinary: true })
  for (let index = 0; index < 3; index += 1) client.send(frame)
  expect(done).toEqual([slowBytesMost, 1, [1013, 'Too slow']])
  expect(client.end).toEqual({ code: 1013, reason: 'Too slow' })
})
