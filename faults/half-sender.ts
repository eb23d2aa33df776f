/** A thread that begins long messages to a pooler and never ends them. */
import { clientConfig, type ConnectionTarget } from '@colonnade/pg'
import pg from 'pg'
import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { workerData } from 'node:worker_threads'

export interface HalfSendOrder {
  readonly target: ConnectionTarget
  readonly clients: number
  /** What the header of each message says; half of it is sent. */
  readonly bytes: number
  /** Milliseconds until all of them hang up. */
  readonly heldMs: number
}

const { target, clients: count, bytes, heldMs } = workerData as HalfSendOrder
const header = Buffer.alloc(5)
header.write('Q')
header.writeUInt32BE(bytes, 1)
const half = Buffer.alloc(bytes / 2, ' ')

async function begin(): Promise<Socket> {
  const client = new pg.Client(clientConfig(target))
  client.on('error', () => {})
  await client.connect()
  const { stream } = (client as unknown as { readonly connection: { readonly stream: Socket } }).connection
  stream.write(header)
  stream.write(half)
  return stream
}

const begun = await Promise.allSettled(Array.from({ length: count }, begin))
await sleep(heldMs)
for (const each of begun) if (each.status === 'fulfilled') each.value.destroy()
