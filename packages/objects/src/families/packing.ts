import { createReadStream } from 'node:fs'
import { lstat, mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { makePrivateFolder, syncFolder, systemCode } from '../durable-files.ts'

/** A version as one stream of bytes. */
export interface PackedVersion {
  /** `parts`: a first line that names the parts with their sizes, then their bytes in that order. */
  readonly form: 'file' | 'parts'
  readonly bytes: number
  open(): AsyncIterable<Buffer>
}

interface Part {
  readonly name: string
  readonly bytes: number
}

const newline = 10
const mostPartNames = 4 * 1024 * 1024
const isPartName = (name: string): boolean => /^[\w-][\w.-]{0,200}$/.test(name)

/** Null for one that is not there. Its bytes never change, but it may go while it is read. */
export async function packVersion(path: string): Promise<PackedVersion | null> {
  try {
    const found = await lstat(path)
    if (!found.isDirectory()) return { form: 'file', bytes: found.size, open: () => createReadStream(path) as AsyncIterable<Buffer> }
    const names = (await readdir(path)).toSorted()
    const parts = await Promise.all(names.map(async (name): Promise<Part> => ({ name, bytes: (await lstat(join(path, name))).size })))
    const head = Buffer.from(`${JSON.stringify(parts)}\n`)
    const bytes = parts.reduce((sum, part) => sum + part.bytes, head.length)
    return { form: 'parts', bytes, open: () => concatenate(path, head, parts) }
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return null
    throw error
  }
}

async function* concatenate(path: string, head: Buffer, parts: readonly Part[]): AsyncGenerator<Buffer> {
  yield head
  for (const { name } of parts) yield* createReadStream(join(path, name)) as AsyncIterable<Buffer>
}

/** Puts a version in its place once all of it was read; what fails before leaves nothing. One caller at a time for the same version. */
export async function unpackVersion(folder: string, version: string, form: PackedVersion['form'], content: AsyncIterable<Buffer>): Promise<void> {
  await makePrivateFolder(folder)
  const draft = join(folder, `.${version}`)
  await rm(draft, { recursive: true, force: true })
  try {
    if (form === 'file') await writeFile(draft, content)
    else await writeParts(draft, content)
    await rename(draft, join(folder, version))
  } catch (error) {
    await rm(draft, { recursive: true, force: true }).catch(() => {})
    throw error
  }
  await syncFolder(folder)
}

async function writeFile(path: string, content: AsyncIterable<Buffer>): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  try {
    for await (const chunk of content) await file.writeFile(chunk)
    await file.datasync()
  } finally {
    await file.close()
  }
}

async function writeParts(folder: string, content: AsyncIterable<Buffer>): Promise<void> {
  await mkdir(folder, { mode: 0o700 })
  const chunks = content[Symbol.asyncIterator]()
  let rest: Buffer = Buffer.alloc(0)
  let end = -1
  while (end < 0) {
    const next = await chunks.next()
    if (next.done === true || rest.length > mostPartNames) throw new Error('It does not name its parts')
    rest = Buffer.concat([rest, next.value])
    end = rest.indexOf(newline)
  }
  const parts = JSON.parse(rest.toString('utf8', 0, end)) as Part[]
  rest = rest.subarray(end + 1)
  /** So many of the bytes that come. */
  async function* take(bytes: number): AsyncGenerator<Buffer> {
    for (let left = bytes; left > 0;) {
      if (rest.length === 0) {
        const next = await chunks.next()
        if (next.done === true) throw new Error('It ends before its last part')
        rest = next.value
      }
      const chunk = rest.subarray(0, left)
      rest = rest.subarray(chunk.length)
      left -= chunk.length
      yield chunk
    }
  }
  for (const { name, bytes } of parts) {
    if (!isPartName(name)) throw new Error('It names a part that is none')
    await writeFile(join(folder, name), take(bytes))
  }
  // whoever hands it on may find only at its end that it is another one
  if (rest.length > 0 || (await chunks.next()).done !== true) throw new Error('It goes on after its last part')
  await syncFolder(folder)
}
