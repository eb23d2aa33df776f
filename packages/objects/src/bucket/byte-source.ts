import { open } from 'node:fs/promises'

/** Bytes of files, one after the other. */
export interface ByteSource {
  readonly bytes: number
  readonly files: readonly { readonly path: string; readonly bytes: number }[]
}

/** Reads from one byte up to another one, which is left out. */
export async function readBytes({ files }: ByteSource, from: number, until: number): Promise<Buffer> {
  const all = Buffer.alloc(until - from)
  let begin = 0
  for (const { path, bytes } of files) {
    const [first, end] = [Math.max(from, begin), Math.min(until, begin + bytes)]
    if (first < end) await readInto(path, all.subarray(first - from, end - from), first - begin)
    begin += bytes
  }
  return all
}

async function readInto(path: string, target: Buffer, position: number): Promise<void> {
  const file = await open(path, 'r')
  try {
    for (let filled = 0; filled < target.length;) {
      const { bytesRead } = await file.read(target, filled, target.length - filled, position + filled)
      if (bytesRead === 0) throw new Error(`${path} has become shorter`)
      filled += bytesRead
    }
  } finally {
    await file.close()
  }
}
