import { createReadStream } from 'node:fs'
import { type FileHandle, open, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { systemCode } from '../durable-files.ts'
import { blockBytes } from './limits.ts'
import type { OpenVersion } from './version-store.ts'

/** Opens a version, which is a file or a folder of parts; null when it isn't there. */
export async function openVersion(path: string): Promise<OpenVersion | null> {
  const file = await openFile(path)
  if (file === null) return null
  const found = await file.stat()
  if (found.isDirectory()) {
    await file.close()
    return openParts(path)
  }
  return {
    bytes: found.size,
    read(from, to) {
      if (to < from) return closing(file)
      return createReadStream(path, { fd: file, start: from, end: to, highWaterMark: blockBytes })
    },
    close: () => file.close(),
  }
}

async function openFile(path: string): Promise<FileHandle | null> {
  try {
    return await open(path, 'r')
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return null
    throw error
  }
}

/** Nothing to read, as a stream that gives its file back. */
function closing(file: FileHandle): Readable {
  void file.close()
  return Readable.from([])
}

/** Names of parts, in the order of their numbers. */
export async function listParts(folder: string): Promise<{ readonly name: string; readonly part: number; readonly bytes: number }[]> {
  const names = (await readdir(folder)).filter((name) => /^\d{16}$/.test(name)).sort()
  return Promise.all(names.map(async (name) => ({ name, part: Number(name), bytes: (await stat(join(folder, name))).size })))
}

export function partName(part: number): string {
  return String(part).padStart(16, '0')
}

async function openParts(folder: string): Promise<OpenVersion> {
  const parts = await listParts(folder)
  return {
    bytes: parts.reduce((sum, { bytes }) => sum + bytes, 0),
    read: (from, to) => Readable.from(readParts(folder, parts, from, to), { objectMode: false, highWaterMark: blockBytes }),
    close: async () => {},
  }
}

async function* readParts(
  folder: string,
  parts: readonly { readonly name: string; readonly bytes: number }[],
  from: number,
  to: number,
): AsyncGenerator<Uint8Array> {
  let begin = 0
  for (const { name, bytes } of parts) {
    const start = Math.max(from - begin, 0)
    const end = Math.min(to - begin, bytes - 1)
    begin += bytes
    if (start > end) continue
    yield* createReadStream(join(folder, name), { start, end, highWaterMark: blockBytes }) as AsyncIterable<Uint8Array>
  }
}
