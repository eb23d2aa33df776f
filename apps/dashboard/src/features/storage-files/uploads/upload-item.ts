export type UploadState = 'waiting' | 'uploading' | 'paused' | 'done' | 'failed' | 'conflict' | 'skipped'

/** One file being uploaded to a bucket. */
export interface UploadItem {
  readonly id: number
  readonly ref: string
  readonly bucket: string
  /** Path in the bucket. */
  readonly path: string
  readonly file: File
  readonly state: UploadState
  /** Bytes storage has received. */
  readonly sent: number
  /** Why it failed. */
  readonly problem: string | null
  readonly isReplacing: boolean
}

/** How to handle a file with a taken name. */
export type ConflictChoice = 'replace' | 'keep-both' | 'skip'

/** Turns `photo.jpg` into `photo (2).jpg`, then `photo (3).jpg`. Folder names have no extension. */
export function nextFreeName(path: string, kind: 'file' | 'folder' = 'file'): string {
  const slash = path.lastIndexOf('/') + 1
  const [folder, name] = [path.slice(0, slash), path.slice(slash)]
  const dot = name.lastIndexOf('.')
  const [stem, ending] = dot > 0 && kind === 'file' ? [name.slice(0, dot), name.slice(dot)] : [name, '']
  const counted = /^(.*) \((\d{1,6})\)$/.exec(stem)
  return counted === null ? `${folder}${stem} (2)${ending}` : `${folder}${counted[1]} (${Number(counted[2]) + 1})${ending}`
}

export interface UploadTotals {
  readonly all: number
  readonly done: number
  readonly failed: number
  readonly conflicts: number
  readonly paused: number
  /** Waiting or uploading. */
  readonly active: number
  readonly bytes: number
  readonly sentBytes: number
}

export function totalsOf(items: Iterable<UploadItem>): UploadTotals {
  const totals = { all: 0, done: 0, failed: 0, conflicts: 0, paused: 0, active: 0, bytes: 0, sentBytes: 0 }
  for (const { state, sent, file } of items) {
    if (state === 'skipped') continue
    totals.all += 1
    totals.bytes += file.size
    totals.sentBytes += state === 'done' ? file.size : sent
    if (state === 'done') totals.done += 1
    else if (state === 'failed') totals.failed += 1
    else if (state === 'conflict') totals.conflicts += 1
    else if (state === 'paused') totals.paused += 1
    else totals.active += 1
  }
  return totals
}

/** Counts unfinished uploads by bucket, which a reload would lose. */
export function unfinishedOf(items: readonly UploadItem[]): readonly { ref: string; bucket: string; left: number; all: number }[] {
  const places = new Map<string, { ref: string; bucket: string; left: number; all: number }>()
  for (const { ref, bucket, state } of items) {
    const key = `${ref} ${bucket}`
    const place = places.get(key) ?? { ref, bucket, left: 0, all: 0 }
    if (state !== 'skipped') place.all += 1
    if (state !== 'skipped' && state !== 'done') place.left += 1
    places.set(key, place)
  }
  return [...places.values()].filter(({ left }) => left > 0)
}
