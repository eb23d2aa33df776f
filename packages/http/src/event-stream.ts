import type { FastifyReply } from 'fastify'
import type { StreamEvent } from './route.ts'

/** Comment lines keep proxies from closing a quiet stream. */
const keepAliveMs = 15_000

/** Writes server-sent events (WHATWG HTML, section 9.2) until the events or the caller end; waits for a slow reader. */
export async function sendEvents(reply: FastifyReply, events: AsyncIterable<StreamEvent<unknown>>, signal: AbortSignal): Promise<void> {
  reply.hijack()
  const out = reply.raw
  out.writeHead(200, {
    ...(reply.getHeaders() as Record<string, string>),
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  })
  out.write(': open\n\n')
  const keepAlive = setInterval(() => out.write(': keep-alive\n\n'), keepAliveMs)
  try {
    for await (const { id, data } of events) {
      if (signal.aborted) break
      const hasRoom = out.write(`id: ${id}\ndata: ${JSON.stringify(data)}\n\n`)
      if (!hasRoom) await new Promise((resolve) => out.once('drain', resolve).once('close', resolve))
    }
  } finally {
    clearInterval(keepAlive)
    out.end()
  }
}
