import { Agent, request } from 'node:http'
import { parentPort } from 'node:worker_threads'

/** Asks the same again and again, over so many connections, for so many calls. */
export interface LoadOrder {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly connections: number
  readonly calls: number
  /** Sent by POST, as JSON. */
  readonly body?: string
}

export interface LoadOutcome {
  /** Of all calls together, and of each. */
  readonly totalMs: number
  readonly callMs: readonly number[]
  /** Calls that were not answered with 200. */
  readonly failures: number
}

parentPort!.on('message', (order: LoadOrder) => void run(order).then((outcome) => parentPort!.postMessage(outcome, [])))

async function run({ url, headers, connections, calls, body }: LoadOrder): Promise<LoadOutcome> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const callMs: number[] = []
  let failures = 0
  let left = calls
  const line = async (): Promise<void> => {
    while (left > 0) {
      left -= 1
      const begin = performance.now()
      if ((await ask(agent, url, headers, body)) !== 200) failures += 1
      callMs.push(performance.now() - begin)
    }
  }
  const begin = performance.now()
  await Promise.all(Array.from({ length: connections }, line))
  const totalMs = performance.now() - begin
  agent.destroy()
  return { totalMs, callMs, failures }
}

function ask(agent: Agent, url: string, headers: Readonly<Record<string, string>>, body: string | undefined): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = body === undefined ? {} : { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) }
    request(url, { agent, method: body === undefined ? 'GET' : 'POST', headers: { ...headers, ...sent } }, (response) => {
      response.resume()
      response.once('end', () => resolve(response.statusCode ?? 0))
    })
      .once('error', reject)
      .end(body)
  })
}
