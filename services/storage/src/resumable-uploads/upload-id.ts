/** A resumable upload: the object that it will be, and the version that its bytes become. */
export interface ResumableUpload {
  readonly bucketId: string
  readonly name: string
  readonly version: string
}

const versionForm = /^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/

/** Returns the last segment of an upload's URL: `base64url("bucket/name/version")`. */
export function uploadIdOf({ bucketId, name, version }: ResumableUpload): string {
  return Buffer.from(`${bucketId}/${name}/${version}`).toString('base64url')
}

/** Returns null for an id that the service didn't make. */
export function parseUploadId(id: string): ResumableUpload | null {
  const text = Buffer.from(id, 'base64url').toString()
  const first = text.indexOf('/')
  const last = text.lastIndexOf('/')
  if (first <= 0 || last === first) return null
  const upload = { bucketId: text.slice(0, first), name: text.slice(first + 1, last), version: text.slice(last + 1) }
  return versionForm.test(upload.version) && uploadIdOf(upload) === id ? upload : null
}
