/** Uploads that hadn't finished when the page closed. */
export interface LeftUploads {
  readonly ref: string
  readonly bucket: string
  readonly left: number
  readonly all: number
}

const keyOf = (ref: string, bucket: string): string => `uploads left ${ref} ${bucket}`

/** Stores unfinished uploads for this tab. The files themselves are lost with the page. */
export function noteLeftUploads(uploads: readonly LeftUploads[]): void {
  for (const each of uploads) sessionStorage.setItem(keyOf(each.ref, each.bucket), JSON.stringify(each))
}

/** Returns the uploads to a bucket that a reload interrupted; null for none. */
export function leftUploads(ref: string, bucket: string): LeftUploads | null {
  const text = sessionStorage.getItem(keyOf(ref, bucket))
  return text === null ? null : (JSON.parse(text) as LeftUploads)
}

export function forgetLeftUploads(ref: string, bucket: string): void {
  sessionStorage.removeItem(keyOf(ref, bucket))
}
