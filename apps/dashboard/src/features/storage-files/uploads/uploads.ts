import { useSyncExternalStore } from 'react'
import { sendFile } from './send-file.ts'
import type { UploadItem } from './upload-item.ts'
import { UploadQueue } from './upload-queue.ts'

/** Of the whole page: uploads go on while somebody looks at something else. */
export const uploads = new UploadQueue(sendFile)

export function useUploads(): readonly UploadItem[] {
  return useSyncExternalStore(uploads.subscribe, uploads.items)
}
