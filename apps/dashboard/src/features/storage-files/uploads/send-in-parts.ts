import { DetailedError, Upload } from 'tus-js-client'
import { storageAddress } from '../../../scope/storage/call-storage.ts'
import { StorageError } from '../../../scope/storage/storage-error.ts'
import { storageToken } from '../../../scope/storage/storage-token.ts'
import type { SendFile } from './upload-queue.ts'
import { uploadText } from '../messages.ts'

/** Part size that storage clients send. */
const partBytes = 6 * 1024 * 1024

/** Delays before resending a part, in milliseconds. Resuming the queue also resends it. */
const againMs = [0, 1_000, 3_000, 5_000, 10_000]

/** URLs of interrupted uploads, which resume while this page is open. */
const begun = new Map<number, string>()

/** Sends a file in parts with TUS 1.0. @throws StorageError `NoResumableUploads` if storage doesn't support them */
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
      // tokens last five minutes, uploads can take hours
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

/** Returns true for errors that a retry can't fix. Locks and offset conflicts of a part in flight can be retried. */
const isRefusal = (status: number | undefined): boolean => status !== undefined && status >= 400 && status < 500 && ![409, 423, 429].includes(status)

function refusalOf(error: Error): Error {
  if (!(error instanceof DetailedError)) return error
  const status = error.originalResponse?.getStatus() ?? 0
  if (error.originalRequest?.getMethod() === 'POST' && status === 404) return new StorageError('NoResumableUploads', status, error.message)
  const text = error.originalResponse?.getBody().trim() ?? ''
  const isTaken = status === 409 && error.originalRequest?.getMethod() === 'POST'
  if (status === 0) return new TypeError(uploadText.connectionLost)
  return new StorageError(isTaken ? 'KeyAlreadyExists' : String(status), status, text === '' ? uploadText.refused(status) : text.slice(0, 300))
}
