import { DetailedError, Upload } from 'tus-js-client'
import { storageAddress } from '../../../scope/storage/call-storage.ts'
import { StorageError } from '../../../scope/storage/storage-error.ts'
import { storageToken } from '../../../scope/storage/storage-token.ts'
import type { SendFile } from './upload-queue.ts'

/** What storage's clients send. */
const partBytes = 6 * 1024 * 1024

/** Waits before a part is sent again, in milliseconds; a queue that is resumed goes on as well. */
const againMs = [0, 1_000, 3_000, 5_000, 10_000]

/** Uploads that were broken off go on where they were, as long as this page is open. */
const begun = new Map<number, string>()

/** Sends a file in parts by TUS 1.0. @throws StorageError `NoResumableUploads` where storage takes none */
export const sendInParts: SendFile = ({ id, ref, bucket, path, file, isReplacing }, { signal, onSent }) =>
  new Promise<void>((resolve, reject) => {
    const known = begun.get(id)
    const upload = new Upload(file, {
      endpoint: `${location.origin}${storageAddress(ref, '/upload/resumable')}`,
      ...(known !== undefined && { uploadUrl: known }),
      chunkSize: partBytes,
      retryDelays: againMs,
      storeFingerprintForResuming: false,
      uploadDataDuringCreation: true,
      headers: { 'x-upsert': String(isReplacing) },
      metadata: {
        bucketName: bucket,
        objectName: path,
        contentType: file.type === '' ? 'application/octet-stream' : file.type,
        cacheControl: '3600',
      },
      // tokens last for five minutes, and uploads for hours
      onBeforeRequest: async (request) => request.setHeader('authorization', `Bearer ${await storageToken(ref, 'write')}`),
      onUploadUrlAvailable: () => {
        if (upload.url !== null) begun.set(id, upload.url)
      },
      onProgress: onSent,
      onShouldRetry: (error) => !(error instanceof DetailedError && isRefusal(error.originalResponse?.getStatus())),
      onError: (error) => reject(refusalOf(error)),
      onSuccess: () => {
        begun.delete(id)
        resolve()
      },
    })
    signal.addEventListener('abort', () => {
      reject(signal.reason as Error)
      void upload.abort()
    })
    upload.start()
  })

/** What another try doesn't change; but a lock or an offset of a part that is still on its way does. */
const isRefusal = (status: number | undefined): boolean => status !== undefined && status >= 400 && status < 500 && ![409, 423, 429].includes(status)

function refusalOf(error: Error): Error {
  if (!(error instanceof DetailedError)) return error
  const status = error.originalResponse?.getStatus() ?? 0
  if (error.originalRequest?.getMethod() === 'POST' && status === 404) return new StorageError('NoResumableUploads', status, error.message)
  const text = error.originalResponse?.getBody().trim() ?? ''
  const isTaken = status === 409 && error.originalRequest?.getMethod() === 'POST'
  if (status === 0) return new TypeError('The connection was lost')
  return new StorageError(isTaken ? 'KeyAlreadyExists' : String(status), status, text === '' ? `Storage answered with ${status}` : text.slice(0, 300))
}
