import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type WebSocket, WebSocketServer } from 'ws'

/** A server of WebSockets that sends whatever one of them says to all: what a fan-out can't do without. */
export async function openPlainSockets(): Promise<AsyncDisposable & { readonly url: string }> {
  const http = createServer()
  const sockets = new Set<WebSocket>()
  const server = new WebSocketServer({ server: http, perMessageDeflate: false, clientTracking: false })
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('message', (data: Buffer) => {
      for (const each of sockets) each.send(data, { binary: false })
    })
    socket.on('close', () => sockets.delete(socket))
  })
  http.listen(0, '127.0.0.1')
  await once(http, 'listening')
  return {
    url: `ws://127.0.0.1:${(http.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      for (const each of sockets) each.terminate()
      http.close()
      await once(http, 'close')
    },
  }
}
