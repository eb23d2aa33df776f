import type { FileStream } from '@colonnade/http'
import { createReadStream } from 'node:fs'
import { type FileHandle, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { PlatformContext } from '../../../kernel/context.ts'
import { makePrivateFolder, systemCode } from '@colonnade/objects'
import type { BadRow } from './bad-row.ts'

const header = 'line,column,reason,record\n'
export const suffix = '.csv'

/** The invalid rows of one import, as CSV. Needn't survive a crash, since the import doesn't either. */
export class Rejects {
  readonly #ctx: Pick<PlatformContext, 'config'>
  readonly #path: string
  #file: FileHandle | undefined

  constructor(ctx: Pick<PlatformContext, 'config'>, key: string) {
    this.#ctx = ctx
    this.#path = pathOf(ctx, key)
  }

  /** @throws AppError `storage_full`, `storage_read_only` */
  async add({ line, column, reason }: BadRow, record: string): Promise<void> {
    if (this.#file === undefined) {
      await makePrivateFolder(folderOf(this.#ctx))
      this.#file = await open(this.#path, 'w', 0o600)
      await this.#file.write(header)
    }
    const fields = [line === null ? '' : String(line), column ?? '', reason, record]
    await this.#file.write(`${fields.map(quoted).join(',')}\n`)
  }

  async close(): Promise<void> {
    await this.#file?.close()
    this.#file = undefined
  }
}

/** Returns the file of an import; only its header if there are no invalid rows. */
export async function readRejects(ctx: Pick<PlatformContext, 'config'>, key: string, fileName: string): Promise<FileStream> {
  const handle = await open(pathOf(ctx, key), 'r').catch((error: unknown) => {
    if (systemCode(error) === 'ENOENT') return null
    throw error
  })
  const stream = handle === null ? Readable.from([Buffer.from(header)]) : createReadStream('', { fd: handle })
  return { stream, fileName, mediaType: 'text/csv; charset=utf-8' }
}

export async function removeRejects(ctx: Pick<PlatformContext, 'config'>, key: string): Promise<void> {
  await rm(pathOf(ctx, key), { force: true })
}

function quoted(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

export function folderOf(ctx: Pick<PlatformContext, 'config'>): string {
  return join(ctx.config.dataDir, 'import-rejects')
}

function pathOf(ctx: Pick<PlatformContext, 'config'>, key: string): string {
  return join(folderOf(ctx), `${key}${suffix}`)
}
