import type { Look } from '../../../scope/storage/look-as.ts'
import { askStorage, encodeName, storageAddress } from '../../../scope/storage/call-storage.ts'

interface Signing {
  readonly expiresIn: number
  readonly access: 'read' | 'write'
  readonly look?: Look | null
}

/** Returns `/object/sign/bucket/name?token=…`, below `/storage/v1`. Read access lasts an hour at most. */
export async function signPath(ref: string, bucket: string, path: string, { expiresIn, access, look = null }: Signing): Promise<string> {
  const { signedURL } = await askStorage<{ readonly signedURL: string }>(ref, {
    access,
    look,
    method: 'POST',
    path: `/object/sign/${encodeName(`${bucket}/${path}`)}`,
    body: { expiresIn },
  })
  return signedURL
}

export interface LinkedFile {
  readonly ref: string
  readonly bucket: string
  readonly path: string
  /** The client it's read as. */
  readonly look: Look | null
}

/** Returns a link on this page's origin, for content that the browser loads or saves directly. */
export async function localLink(
  { ref, bucket, path, look }: LinkedFile,
  { expiresIn, download }: { readonly expiresIn: number; readonly download?: string },
): Promise<string> {
  const signed = await signPath(ref, bucket, path, { expiresIn, access: 'read', look })
  return `${storageAddress(ref, signed)}${download === undefined ? '' : `&download=${encodeURIComponent(download)}`}`
}

export const publicUrl = (apiUrl: string, bucket: string, path: string): string =>
  `${apiUrl}/storage/v1/object/public/${encodeName(`${bucket}/${path}`)}`
