import { askStorage, encodeName, storageAddress } from '../../../scope/storage/call-storage.ts'

/** `/object/sign/bucket/name?token=…`, below `/storage/v1`; with read access, for an hour at most. */
export async function signPath(ref: string, bucket: string, path: string, expiresIn: number, access: 'read' | 'write'): Promise<string> {
  const { signedURL } = await askStorage<{ readonly signedURL: string }>(ref, {
    access,
    method: 'POST',
    path: `/object/sign/${encodeName(`${bucket}/${path}`)}`,
    body: { expiresIn },
  })
  return signedURL
}

/** A link on this page's own origin, for what the browser itself loads or saves. */
export async function localLink(ref: string, bucket: string, path: string, expiresIn: number, download?: string): Promise<string> {
  const signed = await signPath(ref, bucket, path, expiresIn, 'read')
  return `${storageAddress(ref, signed)}${download === undefined ? '' : `&download=${encodeURIComponent(download)}`}`
}

export const publicUrl = (apiUrl: string, bucket: string, path: string): string =>
  `${apiUrl}/storage/v1/object/public/${encodeName(`${bucket}/${path}`)}`
