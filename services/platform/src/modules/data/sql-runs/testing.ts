import type { SqlRunEvent, SqlRunInput } from '@colonnade/contracts/data/sql-runs'
import type { Input } from '@colonnade/contracts/foundation/endpoint'
import { type IncomingMessage, request } from 'node:http'
import type { Person, TestPlatform } from '../../../testing.ts'

export type RunBody = Input<typeof SqlRunInput>

/** A run's answer, taken apart. */
export interface RunAnswer {
  readonly status: number
  /** Of an error reply. */
  readonly json: unknown
  readonly events: readonly SqlRunEvent[]
  readonly rows: readonly (readonly (string | null)[])[]
}

/** Runs SQL to its end. */
export async function runSql(platform: TestPlatform, ref: string, as: Person, body: RunBody): Promise<RunAnswer> {
  const reply = await platform.ask(as, 'POST', `/platform/pg-meta/${ref}/runs`, body)
  const lines = reply.json === undefined ? Buffer.from(reply.bytes).toString().split('\n') : []
  const events = lines.filter((line) => line !== '').map((line) => JSON.parse(line) as SqlRunEvent)
  return { status: reply.status, json: reply.json, events, rows: events.flatMap((event) => (event.type === 'rows' ? event.rows : [])) }
}

/** A run over a real connection, whose lines are read one by one. */
export interface OpenRun {
  readonly response: IncomingMessage
  next: () => Promise<SqlRunEvent | null>
  hangUp: () => void
}

export async function openRun(platform: TestPlatform, ref: string, as: Person, body: RunBody): Promise<OpenRun> {
  const { url, cookie } = await platform.address(as)
  const asking = request(`${url}/platform/pg-meta/${ref}/runs`, { method: 'POST', headers: { cookie, 'content-type': 'application/json' } })
  asking.on('error', () => {})
  const response = await new Promise<IncomingMessage>((resolve) => asking.end(JSON.stringify(body)).on('response', resolve))
  const lines = linesOf(response)
  return { response, next: async () => (await lines.next()).value ?? null, hangUp: () => void asking.destroy() }
}

async function* linesOf(response: IncomingMessage): AsyncGenerator<SqlRunEvent, null> {
  let text = ''
  for await (const chunk of response.setEncoding('utf8')) {
    const lines = (text + String(chunk)).split('\n')
    text = lines.pop()!
    for (const line of lines) if (line !== '') yield JSON.parse(line) as SqlRunEvent
  }
  return null
}
