import { useMutation, useQueryClient } from '@tanstack/react-query'
import { bucketsKey } from '../../../scope/storage/buckets.ts'
import { askStorage, callStorage, encodeName } from '../../../scope/storage/call-storage.ts'
import { baseName, type Entry, parentOf, placeholderName, prefixOf } from '../entries/entry.ts'
import { filesKey } from '../entries/queries.ts'
import { copyEntries, type CopySource } from './copy.ts'

function useFilesMutation<Values, Reply>(ref: string, bucket: string, mutationFn: (values: Values) => Promise<Reply>) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn,
    onSettled: async () => {
      void queryClient.invalidateQueries({ queryKey: bucketsKey(ref), exact: true })
      await queryClient.invalidateQueries({ queryKey: filesKey(ref, bucket) })
    },
  })
}

export interface MovedEntry {
  readonly entry: Entry
  /** New path. Folders have no trailing slash. */
  readonly to: string
}

/** Moves files and whole folders. */
async function moveEntries(ref: string, bucket: string, moved: readonly MovedEntry[]): Promise<void> {
  for (const { entry, to } of moved) {
    if (entry.kind === 'file') {
      await askStorage(ref, {
        access: 'write',
        method: 'POST',
        path: '/object/move',
        body: { bucketId: bucket, sourceKey: entry.path, destinationKey: to },
      })
    } else {
      await askStorage(ref, {
        access: 'write',
        method: 'POST',
        path: `/-/move/${encodeURIComponent(bucket)}`,
        body: { from: entry.path, to: prefixOf(to) },
      })
    }
  }
}

export const useMoveEntries = (ref: string, bucket: string) =>
  useFilesMutation(ref, bucket, (moved: readonly MovedEntry[]) => moveEntries(ref, bucket, moved))

/** Returns the paths of entries after a move. Leaves out entries already there, and folders moved into themselves. */
export const movedInto = (entries: readonly Entry[], folder: string): readonly MovedEntry[] =>
  entries
    .filter((entry) => parentOf(entry.path) !== folder && !(entry.kind === 'folder' && prefixOf(folder).startsWith(entry.path)))
    .map((entry) => ({ entry, to: `${prefixOf(folder)}${baseName(entry.path)}` }))

export interface Copying {
  readonly source: CopySource
  /** A folder in this bucket. */
  readonly folder: string
}

export const useCopyEntries = (ref: string, bucket: string) =>
  useFilesMutation(ref, bucket, ({ source, folder }: Copying) => copyEntries(ref, source, { bucket, folder }))

export interface DetailsChange {
  readonly name: string
  readonly version: string | null
  readonly content_type?: string
  readonly cache_control?: string
  readonly metadata?: object
}

export const useChangeDetails = (ref: string, bucket: string) =>
  useFilesMutation(ref, bucket, (body: DetailsChange) =>
    callStorage(ref, { access: 'write', method: 'POST', path: `/-/details/${encodeURIComponent(bucket)}`, body }),
  )

/** Most names per delete request. */
const namesMost = 1_000

/** Deletes entries and returns the number of files deleted. */
async function removeEntries(ref: string, bucket: string, entries: readonly Entry[]): Promise<number> {
  let removed = 0
  const names = entries.filter(({ kind }) => kind === 'file').map(({ path }) => path)
  for (let at = 0; at < names.length; at += namesMost) {
    const gone = await askStorage<readonly unknown[]>(ref, {
      access: 'write',
      method: 'DELETE',
      path: `/object/${encodeURIComponent(bucket)}`,
      body: { prefixes: names.slice(at, at + namesMost) },
    })
    removed += gone.length
  }
  for (const { kind, path } of entries) {
    if (kind === 'file') continue
    const { deleted } = await askStorage<{ readonly deleted: number }>(ref, {
      access: 'write',
      method: 'POST',
      path: `/-/delete/${encodeURIComponent(bucket)}`,
      body: { prefix: path },
    })
    removed += deleted
  }
  return removed
}

export const useRemoveEntries = (ref: string, bucket: string) =>
  useFilesMutation(ref, bucket, (entries: readonly Entry[]) => removeEntries(ref, bucket, entries))

/** Creates a folder by uploading an empty placeholder, which is never shown. */
export const useCreateFolder = (ref: string, bucket: string) =>
  useFilesMutation(ref, bucket, (path: string) =>
    callStorage(ref, {
      access: 'write',
      method: 'POST',
      path: `/object/${encodeName(`${bucket}/${path}/${placeholderName}`)}`,
      headers: { 'content-type': 'application/octet-stream', 'x-upsert': 'true' },
      body: new Blob([]),
    }),
  )
