import { S3Client } from '@aws-sdk/client-s3'
import { createHash } from 'node:crypto'
import type { FileState } from './file-ledger.ts'

export const bucket = 'files'

/** A reply that came whole; undefined when the connection broke first. */
export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly body: Buffer
}

export interface Request {
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array<ArrayBuffer>
}

/** The files of one project, as a server of its owner's reaches them. */
export interface StorageClient {
  ask(method: string, path: string, request?: Request): Promise<Answer | undefined>
  /** @throws Error while the service can't tell */
  read(name: string): Promise<FileState>
  s3(): S3Client
}

export interface StorageAccess {
  /** A server that starts again listens elsewhere. */
  readonly url: () => string
  readonly ref: string
  readonly anonKey: string
  readonly serviceKey: string
}

/** No request takes longer, however slow the machine. */
const patienceMs = 60_000

export function createStorageClient({ url, ref, anonKey, serviceKey }: StorageAccess): StorageClient {
  const base = (): string => `${url()}/api/${ref}/storage/v1`
  const clients = new Map<string, S3Client>()
  const ask: StorageClient['ask'] = async (method, path, { headers = {}, body } = {}) => {
    try {
      const reply = await fetch(`${base()}${path}`, {
        method,
        headers: { authorization: `Bearer ${serviceKey}`, apikey: serviceKey, ...headers },
        signal: AbortSignal.timeout(patienceMs),
        ...(body !== undefined && { body }),
      })
      return { status: reply.status, headers: reply.headers, body: Buffer.from(await reply.arrayBuffer()) }
    } catch (error) {
      if (error instanceof Error && error.name === 'TimeoutError') throw new Error(`${method} ${path} was not answered in a minute`, { cause: error })
      return undefined
    }
  }
  return {
    ask,
    async read(name) {
      const answer = await ask('GET', `/object/authenticated/${bucket}/${name}`)
      if (answer?.status === 200) return hashOf(answer.body)
      if (answer?.status === 400 && codeOf(answer) === 'NoSuchKey' && !answer.body.includes('bytes')) return null
      throw new Error(`${name}: ${answer === undefined ? 'no answer' : `${answer.status} ${answer.body.toString()}`}`)
    },
    s3() {
      const endpoint = `${base()}/s3`
      const client =
        clients.get(endpoint) ??
        new S3Client({
          endpoint,
          region: 'local',
          forcePathStyle: true,
          maxAttempts: 1,
          credentials: { accessKeyId: ref, secretAccessKey: anonKey, sessionToken: serviceKey },
        })
      clients.set(endpoint, client)
      return client
    },
  }
}

export function codeOf({ body }: Answer): string | undefined {
  try {
    return (JSON.parse(body.toString()) as { readonly code?: string }).code
  } catch {
    return undefined
  }
}

export function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}
