import { isWellKnown } from '@colonnade/credentials'
import type { Logger } from '@colonnade/core'
import { ask } from '@colonnade/outbound'
import { createHash } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'
import { leakedDeadlineMs } from '../limits.ts'

/** Passwords that were in breaches: from a list that is always here, and a larger one. */
export interface LeakedPasswords {
  /** Returns true if a password was leaked; false if the larger list is unavailable. */
  has(password: string): Promise<boolean>
}

export interface LeakedPasswordsParts {
  /** Hashes in their order, `HASH:count` a line, as Have I Been Pwned gives them out; null to ask its service instead. */
  readonly file: string | null
  /** Where the service answers: the first five characters of a hash are added. */
  readonly rangeUrl: string
  readonly arePrivateAllowed: boolean
  readonly logger: Logger
}

export function createLeakedPasswords({ file, rangeUrl, arePrivateAllowed, logger }: LeakedPasswordsParts): LeakedPasswords {
  const isListed = async (hash: string): Promise<boolean> => (file === null ? isInRange(hash, rangeUrl, arePrivateAllowed) : isInFile(file, hash))
  return {
    async has(password) {
      if (isWellKnown(password)) return true
      try {
        return await isListed(createHash('sha1').update(password).digest('hex').toUpperCase())
      } catch (error) {
        // nobody is kept out because a list is away
        logger.warn('leaked passwords not checked', { source: file === null ? 'service' : 'file', error })
        return false
      }
    },
  }
}

/** The service learns five characters of the hash, and pads its answer so that its size says nothing either. */
async function isInRange(hash: string, rangeUrl: string, arePrivateAllowed: boolean): Promise<boolean> {
  const { status, body, isCut } = await ask({
    url: rangeUrl + hash.slice(0, 5),
    method: 'GET',
    headers: { 'add-padding': 'true' },
    arePrivateAllowed,
    deadlineMs: leakedDeadlineMs,
    bytesMost: 1024 * 1024,
  })
  if (status !== 200 || isCut) throw new Error(`The service returned ${status}`)
  const suffix = hash.slice(5)
  // padding counts nothing
  return body
    .toString('latin1')
    .split('\n')
    .some((line) => line.slice(0, suffix.length).toUpperCase() === suffix && Number(line.slice(suffix.length + 1)) > 0)
}

async function isInFile(path: string, hash: string): Promise<boolean> {
  const file = await open(path, 'r')
  try {
    return await search(file, (await file.stat()).size, hash)
  } finally {
    await file.close()
  }
}

/** Halves what is left of the file: some forty reads of a line each, however large it is. */
async function search(file: FileHandle, size: number, hash: string): Promise<boolean> {
  let low = 0
  let high = size
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    const line = await lineFrom(file, middle)
    if (line === null || line.start >= high) high = middle
    else if (line.hash === hash) return true
    else if (line.hash < hash) low = line.start + 1
    else high = middle
  }
  return false
}

const hashLength = 40
/** Bytes in which a line ends and the hash of the next one stands whole: a count has at most ten digits. */
const blockBytes = 128

/** The first line that begins at an offset or after it; null where none does. */
async function lineFrom(file: FileHandle, offset: number): Promise<{ readonly start: number; readonly hash: string } | null> {
  const from = Math.max(0, offset - 1)
  const { buffer, bytesRead } = await file.read(Buffer.alloc(blockBytes), 0, blockBytes, from)
  const text = buffer.toString('latin1', 0, bytesRead)
  const begin = offset === 0 ? 0 : text.indexOf('\n') + 1
  if (begin === 0 && offset !== 0) return null
  const hash = text.slice(begin, begin + hashLength).toUpperCase()
  return hash.length === hashLength ? { start: from + begin, hash } : null
}

/** @throws Error that says what is wrong with a file that is no list of hashes */
export async function requireHashList(path: string): Promise<void> {
  const file = await open(path, 'r')
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(blockBytes), 0, blockBytes, 0)
    if (!/^[0-9A-Fa-f]{40}:\d{1,10}\r?(\n|$)/.test(buffer.toString('latin1', 0, bytesRead))) {
      throw new Error(`${path} must have lines of the form HASH:count, with SHA-1 hashes in hex`)
    }
  } finally {
    await file.close()
  }
}
