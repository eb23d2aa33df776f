import { queryOptions } from '@tanstack/react-query'
import { callStorage, encodeName } from '../../../scope/storage/call-storage.ts'
import type { Look } from '../../../scope/storage/look-as.ts'
import { localLink } from '../entries/addresses.ts'
import { lookedKey } from '../entries/queries.ts'

/** Of a text, that is shown. */
export const textBytesMost = 512 * 1024
/** Of a PDF file, which the page holds as a whole. */
export const documentBytesMost = 50 * 1024 * 1024
const linkSeconds = 3_600

export interface Previewed {
  readonly ref: string
  readonly bucket: string
  readonly path: string
  /** As whom it is read. */
  readonly look: Look | null
  /** Changes with the content. */
  readonly etag: string
}

const keyOf = ({ ref, bucket, path, look, etag }: Previewed, what: string) => [...lookedKey(ref, bucket, look), what, path, etag]

/** Where the browser itself loads a file from: it asks for the parts that it plays. */
export const linkQuery = (file: Previewed) =>
  queryOptions({
    queryKey: keyOf(file, 'link'),
    // an upload under the same name has another address
    queryFn: async () => `${await localLink(file, { expiresIn: linkSeconds })}&cacheNonce=${encodeURIComponent(file.etag)}`,
    staleTime: (linkSeconds / 2) * 1_000,
  })

const contentPath = ({ bucket, path, look }: Previewed): string =>
  `/object/${look === null ? 'authenticated/' : ''}${encodeName(`${bucket}/${path}`)}`

export interface BeginningOfText {
  readonly text: string
  readonly isCut: boolean
}

/** How a text begins. */
export const textQuery = (file: Previewed, size: number) =>
  queryOptions({
    queryKey: keyOf(file, 'text'),
    queryFn: async ({ signal }): Promise<BeginningOfText> => {
      if (size === 0) return { text: '', isCut: false }
      const headers = { range: `bytes=0-${textBytesMost - 1}` }
      const response = await callStorage(file.ref, { access: 'read', look: file.look, path: contentPath(file), headers, signal })
      const bytes = await response.arrayBuffer()
      const isCut = size > bytes.byteLength
      // a character that is cut in two is left out
      return { text: new TextDecoder().decode(bytes, { stream: isCut }), isCut }
    },
    staleTime: Infinity,
  })

/** A whole file in the browser's memory. */
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
