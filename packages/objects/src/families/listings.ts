import { isRef } from '@colonnade/core'
import { open, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { draftSuffix, makePrivateFolder, onDisk, syncFolder, systemCode } from '../durable-files.ts'
import { VersionSet } from './versions.ts'

/** What a database named when its server was stopped. */
export interface Listing {
  /** Identifies the server's stop: it differs once the server has run again. */
  readonly standstill: string
  /** When it was begun to be read, and when the server had stopped, in milliseconds since the Unix epoch: what it came to name in between isn't in it. */
  readonly from: number
  readonly until: number
  readonly versions: VersionSet
}

/** Listings of databases, by the ref of their project. A listing that is half written is none. */
export interface Listings {
  keep(ref: string, listing: Listing): Promise<void>
  /** Null for none, and for one that can't be read. */
  find(ref: string): Promise<Listing | null>
  forget(ref: string): Promise<void>
}

const form = 'colonnade-listing-1'
/** Bytes of the first line, which says what follows. */
const headBytes = 256

export function openListings(folder: string): Listings {
  const pathOf = (ref: string): string => {
    if (!isRef(ref)) throw new TypeError(`${ref} is no ref`)
    return join(folder, ref)
  }
  return {
    keep: (ref, { standstill, from, until, versions }) =>
      onDisk(async () => {
        const path = pathOf(ref)
        await makePrivateFolder(folder)
        const head = JSON.stringify({ form, standstill, from, until, count: versions.size }).padEnd(headBytes - 1)
        const file = await open(path + draftSuffix, 'w', 0o600)
        try {
          await file.writeFile(`${head}\n`)
          for (const words of versions.tails()) await file.writeFile(new Uint8Array(words.buffer, words.byteOffset, words.byteLength))
          await file.datasync()
        } finally {
          await file.close()
        }
        await rename(path + draftSuffix, path)
        await syncFolder(dirname(path))
      }),
    async find(ref) {
      const content = await readFile(pathOf(ref)).catch((error: unknown) => {
        if (systemCode(error) === 'ENOENT') return null
        throw error
      })
      return content === null ? null : parse(content)
    },
    forget: (ref) => onDisk(() => rm(pathOf(ref), { force: true })),
  }
}

function parse(content: Buffer): Listing | null {
  let head: { form?: string; standstill?: string; from?: number; until?: number; count?: number }
  try {
    head = JSON.parse(content.subarray(0, headBytes).toString()) as typeof head
  } catch {
    return null
  }
  const { standstill, from, until, count } = head
  if (head.form !== form || standstill === undefined || from === undefined || until === undefined || count === undefined) return null
  if (content.length !== headBytes + count * 8) return null
  const versions = new VersionSet()
  for (let at = headBytes; at < content.length; at += 8) versions.addTail(content.readUInt32LE(at + 4), content.readUInt32LE(at))
  return { standstill, from, until, versions }
}
