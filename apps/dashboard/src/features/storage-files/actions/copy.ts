import { askStorage, callStorage } from '../../../scope/storage/call-storage.ts'
import { isStorageError, StorageError } from '../../../scope/storage/storage-error.ts'
import { baseName, type Entry, type ListedPage, prefixOf } from '../entries/entry.ts'
import { copyText } from '../messages.ts'
import { nextFreeName } from '../uploads/upload-item.ts'

export interface CopySource {
  readonly bucket: string
  readonly entries: readonly Entry[]
}

export interface CopyTarget {
  readonly bucket: string
  /** Without a trailing slash; empty for the bucket itself. */
  readonly folder: string
}

/** Most files copied at once. Each takes one request. */
const copiedMost = 1_000
/** Concurrent requests. */
const parallelMost = 4
/** Most names tried for one copy. */
const triesMost = 100

interface Job {
  readonly from: string
  readonly to: string
}

/** Copies files and folders with their contents. A copy gets a number if its name is taken. Returns the number of files. */
export async function copyEntries(ref: string, source: CopySource, target: CopyTarget): Promise<number> {
  const jobs: Job[] = []
  for (const entry of source.entries) {
    const to = `${prefixOf(target.folder)}${baseName(entry.path)}`
    if (entry.kind === 'file') jobs.push({ from: entry.path, to })
    else jobs.push(...(await jobsOfFolder(ref, source.bucket, entry.path, target.bucket, to)))
    if (jobs.length > copiedMost) throw new StorageError('TooManyFiles', 400, copyText.tooMany(copiedMost))
  }
  const left = jobs.values()
  const work = async (): Promise<void> => {
    for (const { from, to } of left) await copyFile(ref, { bucket: source.bucket, path: from }, { bucket: target.bucket, path: to })
  }
  await Promise.all(Array.from({ length: parallelMost }, work))
  return jobs.length
}

/** Returns the copies of everything in a folder, under a free name for the folder. */
async function jobsOfFolder(ref: string, bucket: string, folder: string, into: string, wanted: string): Promise<readonly Job[]> {
  let name = wanted
  for (let tried = 0; (await listAll(ref, into, `${name}/`, 1)).length > 0; tried += 1) {
    if (tried === triesMost) throw new StorageError('KeyAlreadyExists', 409, copyText.noName(baseName(wanted)))
    name = nextFreeName(name, 'folder')
  }
  const names = await listAll(ref, bucket, folder, copiedMost + 1)
  return names.map((from) => ({ from, to: `${name}/${from.slice(folder.length)}` }))
}

async function listAll(ref: string, bucket: string, prefix: string, most: number): Promise<readonly string[]> {
  const names: string[] = []
  let cursor: string | null = null
  do {
    const page: ListedPage = await askStorage<ListedPage>(ref, {
      access: 'read',
      method: 'POST',
      path: `/object/list-v2/${encodeURIComponent(bucket)}`,
      body: { prefix, limit: Math.min(most, 1_000), ...(cursor !== null && { cursor }) },
    })
    names.push(...page.objects.map(({ name }) => name))
    cursor = page.hasNext ? (page.nextCursor ?? null) : null
  } while (cursor !== null && names.length < most)
  return names
}

interface Place {
  readonly bucket: string
  readonly path: string
}

async function copyFile(ref: string, from: Place, to: Place): Promise<void> {
  let path = to.path
  for (let tried = 0; ; tried += 1) {
    try {
      await callStorage(ref, {
        access: 'write',
        method: 'POST',
        path: '/object/copy',
        body: { bucketId: from.bucket, sourceKey: from.path, destinationBucket: to.bucket, destinationKey: path },
      })
      return
    } catch (error) {
      if (!isStorageError(error, 'KeyAlreadyExists', 'ResourceAlreadyExists', 'Duplicate') || tried === triesMost) throw error
      path = nextFreeName(path)
    }
  }
}
