import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { Agent, request } from 'node:http'

/** Sends or fetches a long body, so many at once, each at the URL with its number in place of `#`. */
export interface BulkOrder {
  readonly method: 'POST' | 'GET'
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** Of each body that is sent. */
  readonly bytes: number
  readonly atOnce: number
}

export interface BulkOutcome {
  readonly ms: number
  /** Statuses that were not 200. */
  readonly failures: readonly number[]
  /** Bytes that came back. */
  readonly received: number
}

// in a process of its own, so that the memory and the CPU of the other are the server's
process.on('message', (order: BulkOrder) => void run(order).then((outcome) => process.send!(outcome)))
process.once('disconnect', () => process.exit(0))

const agent = new Agent({ keepAlive: true, maxSockets: 100 })
const piece = randomBytes(256 * 1024)

async function run(order: BulkOrder): Promise<BulkOutcome> {
  const begin = performance.now()
  const replies = await Promise.all(Array.from({ length: order.atOnce }, (_, index) => transfer(order, order.url.replace('#', String(index)))))
  return {
    ms: performance.now() - begin,
    failures: replies.map(({ status }) => status).filter((status) => status !== 200),
    received: replies.reduce((sum, { received }) => sum + received, 0),
  }
}

async function transfer({ method, headers, bytes }: BulkOrder, url: string): Promise<{ readonly status: number; readonly received: number }> {
  const isSent = method === 'POST'
  const call = request(url, { agent, method, headers: { ...headers, ...(isSent && { 'content-length': String(bytes) }) } })
  let isReplied = false
  const replied = new Promise<{ readonly status: number; readonly received: number }>((resolve, reject) => {
    call.once('error', reject).once('response', (response) => {
      let received = 0
      isReplied = true
      response.on('data', (chunk: Buffer) => (received += chunk.length))
      response.once('error', reject).once('end', () => resolve({ status: response.statusCode ?? 0, received }))
    })
  })
  if (isSent) {
    for (let left = bytes; left > 0 && !isReplied; left -= piece.length) {
      if (!call.write(left < piece.length ? piece.subarray(0, left) : piece)) await Promise.race([once(call, 'drain'), replied])
    }
  }
  call.end()
  return replied
}
