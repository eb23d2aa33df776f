import { queryOptions } from '@tanstack/react-query'
import { callStorage, encodeName } from '../../../scope/storage/call-storage.ts'
import type { Look } from '../../../scope/storage/look-as.ts'
import { localLink } from '../entries/addresses.ts'
import { lookedKey } from '../entries/queries.ts'

/** Most bytes of a text file to show. */
export const textBytesMost = 512 * 1024
/** Most bytes of a PDF file, which is loaded into memory. */
export const documentBytesMost = 50 * 1024 * 1024
const linkSeconds = 3_600

export interface Previewed {
  readonly ref: string
  readonly bucket: string
  readonly path: string
  /** The client it's read as. */
  readonly look: Look | null
  /** Changes with the content. */
  readonly etag: string
}

const keyOf = ({ ref, bucket, path, look, etag }: Previewed, what: string) => [...lookedKey(ref, bucket, look), what, path, etag]

/** Loads the URL of a file, so the browser can request the parts it plays. */
export const linkQuery = (file: Previewed) =>
  queryOptions({
    queryKey: keyOf(file, 'link'),
    // a new upload with the same name gets another URL
    queryFn: async () => `${await localLink(file, { expiresIn: linkSeconds })}&cacheNonce=${encodeURIComponent(file.etag)}`,
    staleTime: (linkSeconds / 2) * 1_000,
  })

const contentPath = ({ bucket, path, look }: Previewed): string =>
  `/object/${look === null ? 'authenticated/' : ''}${encodeName(`${bucket}/${path}`)}`

export interface BeginningOfText {
  readonly text: string
  readonly isCut: boolean
}

/** Loads the beginning of a text file. */
export const textQuery = (file: Previewed, size: number) =>
  queryOptions({
    queryKey: keyOf(file, 'text'),
    queryFn: async ({ signal }): Promise<BeginningOfText> => {
      if (size === 0) return { text: '', isCut: false }
      const headers = { range: `bytes=0-${textBytesMost - 1}` }
      const response = await callStorage(file.ref, { access: 'read', look: file.look, path: contentPath(file), headers, signal })
      const bytes = await response.arrayBuffer()
      const isCut = size > bytes.byteLength
      // leaves out a character that's cut in two
      return { text: new TextDecoder().decode(bytes, { stream: isCut }), isCut }
    },
    staleTime: Infinity,
  })

/** Loads a whole file into memory. */
export const blobQuery = (file: Previewed, type: string) =>
  queryOptions({
    queryKey: keyOf(file, 'blob'),
    queryFn: async ({ signal }) => {
      const response = await callStorage(file.ref, { access: 'read', look: file.look, path: contentPath(file), signal })
      return new Blob([await response.arrayBuffer()], { type })
    },
    staleTime: Infinity,
    gcTime: 60_000,
  })
