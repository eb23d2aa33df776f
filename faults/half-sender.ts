/** A thread that begins long messages to a pooler and never ends them, and comes many times more without a password. */
import { clientConfig, type ConnectionTarget } from '@colonnade/pg'
import pg from 'pg'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { workerData } from 'node:worker_threads'

export interface HalfSendOrder {
  readonly target: ConnectionTarget
  readonly clients: number
  /** Who say who they are, and never show a password. */
  readonly strangers: number
  /** What the header of each message says; half of it is sent. */
  readonly bytes: number
  /** Milliseconds until all of them hang up. */
  readonly heldMs: number
}

const { target, clients: count, strangers, bytes, heldMs } = workerData as HalfSendOrder
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

/** The first packet of a session (PostgreSQL documentation, 54.7). */
function startup(user: string, database: string): Buffer {
  const body = Buffer.from(`user\0${user}\0database\0${database}\0\0`)
  const head = Buffer.alloc(8)
  head.writeUInt32BE(body.length + 8, 0)
  head.writeUInt32BE(196_608, 4)
  return Buffer.concat([head, body])
}

function knock(): Socket {
  const socket = connect({ host: target.host, port: target.port })
  socket.on('error', () => {})
  socket.resume()
  socket.write(startup(target.user, target.database))
  return socket
}

const knocking = Array.from({ length: strangers }, knock)
const begun = await Promise.allSettled(Array.from({ length: count }, begin))
await sleep(heldMs)
for (const each of begun) if (each.status === 'fulfilled') each.value.destroy()
for (const each of knocking) each.destroy()
