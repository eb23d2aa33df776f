import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { MessageChannel, Worker } from 'node:worker_threads'
import { AppError } from '@colonnade/core'
import type { ConnectionTarget } from '../connection.ts'

/** The part of a schema to dump: definitions that tables need before their rows, or definitions to create after the rows. */
export type DumpSection = 'pre-data' | 'post-data'

export type DumpTarget = Pick<ConnectionTarget, 'host' | 'port' | 'user' | 'database' | 'settings'>

interface Reply {
  readonly kind: 'asked' | 'dumped' | 'failed'
  readonly message?: Uint8Array | string
  readonly text?: string
}

/**
 * Dumps a part of a database's schema as SQL with pg_dump 18. Works with servers of that version or older that trust connections over their
 * Unix socket.
 *
 * @throws AppError `database_error` with the message of pg_dump
 */
export async function dumpSchema(target: DumpTarget, section: DumpSection, signal?: AbortSignal): Promise<string> {
  signal?.throwIfAborted()
  const server = await openServer(target)
  if (signal?.aborted === true) {
    server.close()
    throw signal.reason
  }
  const { port1: port, port2 } = new MessageChannel()
  const answered = new Int32Array(new SharedArrayBuffer(4))
  // names that are no keywords here may be ones there; whose object comes next stands before it, so that each can be made by its owner
  const args = [`--section=${section}`, '--quote-all-identifiers', '--use-set-session-authorization']
  const worker = new Worker(new URL('dump-worker.ts', import.meta.url), {
    workerData: { port: port2, answered, args },
    transferList: [port2],
    stdout: true,
    stderr: true,
  })
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const giveUp = (): void => reject(signal!.reason)
  signal?.addEventListener('abort', giveUp, { once: true })
  worker.once('error', reject)
  worker.once('exit', () => reject(new AppError('database_error', {}, { message: 'pg_dump exited without a result' })))
  const answer = async (message: Uint8Array): Promise<void> => {
    port.postMessage(await server.ask(message))
    Atomics.store(answered, 0, 1)
    Atomics.notify(answered, 0)
  }
  port.on('message', (reply: Reply) => {
    if (reply.kind === 'dumped') resolve(reply.text!)
    else if (reply.kind === 'failed') reject(new AppError('database_error', {}, { message: wordsOf(String(reply.message)) }))
    else answer(reply.message as Uint8Array).catch(reject)
  })
  try {
    return await promise
  } finally {
    signal?.removeEventListener('abort', giveUp)
    port.close()
    server.close()
    await worker.terminate()
  }
}

/** Removes what pg_dump prints about itself before the error, and about its own queries after it. */
function wordsOf(message: string): string {
  const words = /error: ([\s\S]*)/.exec(message)?.[1] ?? message
  return words
    .replace(/\S+: detail: Query was:[\s\S]*/, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

/** A connection that handles one message at a time. */
interface Server {
  /** Sends a message and resolves with the server's response; empty until the response is complete. */
  ask(message: Uint8Array): Promise<Uint8Array>
  close(): void
}

const [readyForQuery, errorResponse] = ['Z'.charCodeAt(0), 'E'.charCodeAt(0)]
const [query, sync] = ['Q'.charCodeAt(0), 'S'.charCodeAt(0)]
const headerBytes = 5

async function openServer(target: DumpTarget): Promise<Server> {
  const socket = connect(join(target.host, `.s.PGSQL.${target.port}`))
  const answers = readAnswers(socket)
  socket.write(startupMessage(target))
  const welcome = await answers.next()
  const refusal = refusalIn(welcome)
  if (refusal !== undefined) {
    socket.destroy()
    throw new AppError('database_error', {}, { message: refusal })
  }
  let isBegun = false
  let unread: Buffer = Buffer.alloc(0)
  return {
    async ask(message) {
      // its own first message names a user of its own
      if (!isBegun) {
        isBegun = true
        return welcome
      }
      socket.write(message)
      unread = Buffer.concat([unread, message])
      let awaited = 0
      while (unread.length >= headerBytes && unread.length >= 1 + unread.readUInt32BE(1)) {
        if (unread[0] === query || unread[0] === sync) awaited += 1
        unread = unread.subarray(1 + unread.readUInt32BE(1))
      }
      const replies: Buffer[] = []
      for (; awaited > 0; awaited -= 1) replies.push(await answers.next())
      return Buffer.concat(replies)
    },
    close: () => void socket.destroy(),
  }
}

/** Everything that a server sends, up to each time that it is ready for more, or to the refusal of a connection. */
function readAnswers(socket: Socket): { next(): Promise<Buffer> } {
  let chunks: Buffer[] = []
  /** Bytes of the message that is being received that are still to come, and its header as far as it is there. */
  let remaining = 0
  let header = Buffer.alloc(0)
  let isReady = false
  const waiting: PromiseWithResolvers<Buffer>[] = []
  const done: Buffer[] = []
  let failure: Error | undefined
  const fail = (error: Error): void => {
    failure ??= error
    for (const reader of waiting.splice(0)) reader.reject(failure)
  }
  const finish = (): void => {
    const answer = Buffer.concat(chunks)
    chunks = []
    isReady = false
    const reader = waiting.shift()
    if (reader === undefined) done.push(answer)
    else reader.resolve(answer)
  }
  socket.on('data', (data: Buffer) => {
    let rest = data
    while (rest.length > 0) {
      if (remaining === 0) {
        const lacking = headerBytes - header.length
        header = Buffer.concat([header, rest.subarray(0, lacking)])
        rest = rest.subarray(lacking)
        if (header.length < headerBytes) break
        chunks.push(header)
        isReady = header[0] === readyForQuery
        remaining = header.readUInt32BE(1) - 4
        header = Buffer.alloc(0)
      }
      const part = rest.subarray(0, remaining)
      chunks.push(part)
      remaining -= part.length
      rest = rest.subarray(part.length)
      if (remaining === 0 && isReady) finish()
    }
  })
  socket.on('error', fail)
  socket.on('close', () => {
    // a refusal ends the connection
    if (chunks.length > 0) finish()
    fail(new AppError('connection_lost', {}))
  })
  return {
    next() {
      const ready = done.shift()
      if (ready !== undefined) return Promise.resolve(ready)
      if (failure !== undefined) return Promise.reject(failure)
      const reader = Promise.withResolvers<Buffer>()
      waiting.push(reader)
      return reader.promise
    },
  }
}

function startupMessage({ user, database, settings = {} }: DumpTarget): Buffer {
  const options = Object.entries(settings).map(([name, value]) => `-c ${name}=${value.replace(/[\\ ]/g, '\\$&')}`)
  const parameters = { user, database, application_name: 'colonnade-dump', options: options.join(' ') }
  const text = Object.entries(parameters).map(([name, value]) => `${name}\0${value}\0`)
  const body = Buffer.from(`${text.join('')}\0`)
  const head = Buffer.alloc(8)
  head.writeUInt32BE(body.length + 8, 0)
  head.writeUInt32BE(196_608, 4)
  return Buffer.concat([head, body])
}

/** Why a connection was refused; some refusals come after it has been authenticated. */
function refusalIn(answer: Buffer): string | undefined {
  let message = answer
  while (message.length > headerBytes && message[0] !== errorResponse) message = message.subarray(1 + message.readUInt32BE(1))
  if (message.length <= headerBytes) return undefined
  const fields = message.subarray(headerBytes).toString('utf8').split('\0')
  return fields.find((field) => field.startsWith('M'))?.slice(1) ?? 'The server refused the connection'
}
