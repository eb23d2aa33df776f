import S3rver from '@20minutes/s3rver'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ObjectStorageConfig } from './bucket/client.ts'

/** A real S3 server on loopback. */
export interface TestStorage extends AsyncDisposable {
  readonly config: ObjectStorageConfig
  /** Keys of what it has, without what stands before all of them. */
  keys(): Promise<string[]>
  /** Where the content of an object lies. */
  path(key: string): Promise<string>
  content(key: string): Promise<Buffer>
  /** Answers no more, until `start`. */
  stop(): Promise<void>
  start(): Promise<void>
}

const bucket = 'backups'
const prefix = 'colonnade/test/'
const suffix = '._S3rver_object'

export async function openTestStorage(): Promise<TestStorage> {
  const directory = await mkdtemp(join(tmpdir(), 'colonnade-test-'))
  const create = (port: number): S3rver => {
    const created = new S3rver({ address: '127.0.0.1', port, silent: true, directory, configureBuckets: [{ name: bucket }] })
    // it knows no signature of a path that ends in a slash, as clients send it for lists: they come as if nobody had signed them
    created.middleware.unshift((ctx, next) => {
      if (/^\/[^/]+\/$/.test(ctx.path)) delete ctx.req.headers.authorization
      return next()
    })
    return created
  }
  let server: S3rver | undefined = create(0)
  const { port } = await server.run()
  const path = async (key: string): Promise<string> => join(directory, bucket, `${prefix}${key}${suffix}`)
  const stop = async (): Promise<void> => {
    await server?.close()
    server = undefined
  }
  return {
    config: { endpoint: `http://127.0.0.1:${port}`, region: 'us-east-1', bucket, prefix, accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' },
    async keys() {
      const files = await readdir(join(directory, bucket), { recursive: true })
      return files
        .filter((file) => file.startsWith(prefix) && file.endsWith(suffix))
        .map((file) => file.slice(prefix.length, -suffix.length))
        .toSorted()
    },
    path,
    content: async (key) => readFile(await path(key)),
    stop,
    async start() {
      if (server !== undefined) return
      server = create(port)
      await server.run()
    },
    async [Symbol.asyncDispose]() {
      await stop()
      await rm(directory, { recursive: true, force: true })
    },
  }
}
