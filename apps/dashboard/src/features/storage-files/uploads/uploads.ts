import { useSyncExternalStore } from 'react'
import { sendFile } from './send-file.ts'
import type { UploadItem } from './upload-item.ts'
import { UploadQueue } from './upload-queue.ts'

/** The queue of the whole page, so uploads continue across pages. */
export const uploads = new UploadQueue(sendFile)

let isWaiting = false
// pauses while offline, or thousands of files would fail one by one
addEventListener('offline', () => {
  if (uploads.isPaused) return
  isWaiting = true
  uploads.pause()
})
addEventListener('online', () => {
  if (!isWaiting) return
  isWaiting = false
  uploads.resume()
  // retries uploads that failed before the browser noticed it was offline
  uploads.retry()
})

/** Interval between progress updates, because thousands of files report many times a second. */
const toldMs = 100

/** Limits how often changes are reported, and always reports the last one. */
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
