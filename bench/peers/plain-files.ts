import type { BatchConnection, BatchStatement } from '@colonnade/pg'
import { createReadStream, createWriteStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'

/** The limit of what a server of files can be: Node's own streams between a file and a socket. */
export interface PlainFiles extends AsyncDisposable {
  readonly url: string
}

export interface PlainFilesOptions {
  readonly folder: string
  /** Below `/asked/`, one of these connections is asked first, in one go and under row-level security, whether the file may be read. */
  readonly connections: readonly BatchConnection[]
  readonly question: (name: string) => readonly BatchStatement[]
}

export async function openPlainFiles({ folder, connections, question }: PlainFilesOptions): Promise<PlainFiles> {
  let turn = 0
  const server = createServer((request, response) => {
    const answer = async (): Promise<void> => {
      const [, kind, name] = request.url!.split('/')
      const path = join(folder, name!)
      if (request.method === 'POST') {
        await pipeline(request, createWriteStream(path, { highWaterMark: 256 * 1024 }))
        const file = await open(path)
        await file.datasync()
        await file.close()
        response.end('{}')
        return
      }
      if (kind === 'asked') {
        turn = (turn + 1) % connections.length
        const [, rows] = await connections[turn]!.run(question(name!))
        if (rows!.length === 0) throw new Error(`${name} may not be read`)
      }
      await pipeline(createReadStream(path, { highWaterMark: 256 * 1024 }), response)
    }
    answer().catch((error: unknown) => {
      console.error(error)
      response.destroy()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  return {
    url: `http://127.0.0.1:${port}`,
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
