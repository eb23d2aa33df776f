import { useSyncExternalStore } from 'react'
import { sendFile } from './send-file.ts'
import type { UploadItem } from './upload-item.ts'
import { UploadQueue } from './upload-queue.ts'

/** Of the whole page: uploads go on while somebody looks at something else. */
export const uploads = new UploadQueue(sendFile)

let isWaiting = false
// without a connection thousands of files would fail, one after the other
addEventListener('offline', () => {
  if (uploads.isPaused) return
  isWaiting = true
  uploads.pause()
})
addEventListener('online', () => {
  if (!isWaiting) return
  isWaiting = false
  uploads.resume()
  // what had failed before the browser noticed
  uploads.retry()
})

/** Thousands of files report what they sent many times a second; who looks is told of it this often. */
const toldMs = 100

/** Tells of changes now and then, and of the last one for sure. */
function subscribe(listener: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let toldAt = -Infinity
  const tell = () => {
    timer = undefined
    toldAt = performance.now()
    listener()
  }
  const unsubscribe = uploads.subscribe(() => {
    timer ??= setTimeout(tell, Math.max(0, toldAt + toldMs - performance.now()))
  })
  return () => {
    clearTimeout(timer)
    unsubscribe()
  }
}

export function useUploads(): readonly UploadItem[] {
  return useSyncExternalStore(subscribe, uploads.items)
}
