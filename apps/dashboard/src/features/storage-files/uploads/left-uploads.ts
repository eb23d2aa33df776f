/** What was not uploaded when the page was left. */
export interface LeftUploads {
  readonly ref: string
  readonly bucket: string
  readonly left: number
  readonly all: number
}

const keyOf = (ref: string, bucket: string): string => `uploads left ${ref} ${bucket}`

/** Keeps what was left for this tab: the files themselves are gone with the page. */
export function noteLeftUploads(uploads: readonly LeftUploads[]): void {
  for (const each of uploads) sessionStorage.setItem(keyOf(each.ref, each.bucket), JSON.stringify(each))
}

/** What a reload of the page left of uploads into a bucket; null for nothing. */
export function leftUploads(ref: string, bucket: string): LeftUploads | null {
  const text = sessionStorage.getItem(keyOf(ref, bucket))
  return text === null ? null : (JSON.parse(text) as LeftUploads)
}

export function forgetLeftUploads(ref: string, bucket: string): void {
  sessionStorage.removeItem(keyOf(ref, bucket))
}
