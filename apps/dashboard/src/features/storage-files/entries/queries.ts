import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { bucketsKey } from '../../../scope/storage/buckets.ts'
import type { Look } from '../../../scope/storage/look-as.ts'
import { askStorage, encodeName } from '../../../scope/storage/call-storage.ts'
import { entriesOf, fileOf, type ListedObject, type ListedPage, prefixOf } from './entry.ts'
import type { FilesSearch } from '../search.ts'

const pageSize = 500

/** Key of all queries about the files of a bucket. */
export const filesKey = (ref: string, bucket: string) => [...bucketsKey(ref), bucket, 'files'] as const

/** Key of queries as a client, who can see other files than members. */
export const lookedKey = (ref: string, bucket: string, look: Look | null) => [...filesKey(ref, bucket), look?.id ?? 'member'] as const

/** Loads a folder page by page, as a member or a client sees it. */
export const folderQuery = (ref: string, bucket: string, path: string, look: Look | null, sort: FilesSearch['sort'] = 'name') =>
  infiniteQueryOptions({
    queryKey: [...lookedKey(ref, bucket, look), 'folder', path, sort],
    queryFn: ({ signal, pageParam }) =>
      askStorage<ListedPage>(ref, {
        access: 'read',
        look,
        method: 'POST',
        path: `/object/list-v2/${encodeURIComponent(bucket)}`,
        body: {
          prefix: prefixOf(path),
          limit: pageSize,
          with_delimiter: true,
          sortBy: { column: sort.replace(/^-/, ''), order: sort.startsWith('-') ? 'desc' : 'asc' },
          ...(pageParam !== null && { cursor: pageParam }),
        },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ hasNext, nextCursor }) => (hasNext ? (nextCursor ?? null) : null),
    select: ({ pages }) => pages.flatMap(entriesOf),
  })

export interface FoundFiles {
  readonly objects: readonly ListedObject[]
  readonly is_cut: boolean
}

/** Searches a bucket for files with words anywhere in their names. */
export const searchQuery = (ref: string, bucket: string, words: string, look: Look | null) =>
  queryOptions({
    queryKey: [...lookedKey(ref, bucket, look), 'search', words],
    queryFn: ({ signal }) =>
      askStorage<FoundFiles>(ref, {
        access: 'read',
        look,
        path: `/-/search/${encodeURIComponent(bucket)}?words=${encodeURIComponent(words)}`,
        signal,
      }),
    select: ({ objects, is_cut: isCut }) => ({ entries: objects.map(fileOf), isCut }),
  })

/** Returns the files without content, of up to `missingMost` names. Imported rows may lack it. */
export const missingQuery = (ref: string, bucket: string, names: readonly string[]) =>
  queryOptions({
    queryKey: [...filesKey(ref, bucket), 'missing', names.length, names[0], names.at(-1)],
    queryFn: ({ signal }) =>
      askStorage<{ readonly missing: readonly string[] }>(ref, {
        access: 'read',
        method: 'POST',
        path: `/-/missing/${encodeURIComponent(bucket)}`,
        body: { names },
        signal,
      }),
    retry: false,
  })

/** The details of a file. Imported rows may lack some. */
export interface FileDetails {
  readonly id: string
  readonly name: string
  readonly version: string | null
  readonly size: number | null
  readonly content_type: string | null
  readonly cache_control: string | null
  readonly etag: string
  readonly metadata: Readonly<Record<string, unknown>> | null
  readonly last_modified: string | null
  readonly created_at: string | null
  /** A user of the project; null for uploads with a secret key. */
  readonly owner_id: string | null
  /** False if its content is missing. */
  readonly has_content: boolean
}

export const detailsQuery = (ref: string, bucket: string, path: string, look: Look | null) =>
  queryOptions({
    queryKey: [...lookedKey(ref, bucket, look), 'details', path],
    queryFn: ({ signal }) => askStorage<FileDetails>(ref, { access: 'read', look, path: `/-/details/${encodeName(`${bucket}/${path}`)}`, signal }),
    retry: false,
  })
