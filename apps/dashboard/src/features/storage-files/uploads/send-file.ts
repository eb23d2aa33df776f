import { watched } from '../../../scope/reachability.ts'
import { callStorage, encodeName } from '../../../scope/storage/call-storage.ts'
import { isStorageError } from '../../../scope/storage/storage-error.ts'
import { xhrFetch } from '../../../lib/xhr-fetch.ts'
import type { SendFile } from './upload-queue.ts'

/** Larger files are sent in parts, so they can resume after a pause or a lost connection. */
const resumableFromBytes = 6 * 1024 * 1024

const typeOf = (file: File): string => (file.type === '' ? 'application/octet-stream' : file.type)

/** Sends a file in one request, or in parts if it's large and storage supports that. */
export const sendFile: SendFile = async (item, options) => {
  if (item.file.size <= resumableFromBytes) return sendWhole(item, options)
  const { sendInParts } = await import('./send-in-parts.ts')
  try {
    return await sendInParts(item, options)
  } catch (error) {
    if (isStorageError(error, 'NoResumableUploads')) return sendWhole(item, options)
    throw error
  }
}

const sendWhole: SendFile = async ({ ref, bucket, path, file, isReplacing }, { signal, onSent }) => {
  await callStorage(ref, {
    access: 'write',
    method: 'POST',
    path: `/object/${encodeName(`${bucket}/${path}`)}`,
    headers: { 'content-type': typeOf(file), 'cache-control': 'max-age=3600', 'x-upsert': String(isReplacing) },
    body: file,
    signal,
    fetch: watched(xhrFetch(onSent)),
  })
}
