/** A file in a bucket. */
export interface FileEntry {
  readonly kind: 'file'
  /** Path in the bucket. */
  readonly path: string
  /** Name after the last slash. */
  readonly name: string
  readonly id: string | null
  readonly size: number | null
  readonly type: string
  readonly updatedAt: string | null
}

/** A folder, which is a prefix of file names. */
export interface FolderEntry {
  readonly kind: 'folder'
  /** With a trailing slash. */
  readonly path: string
  readonly name: string
}

export type Entry = FileEntry | FolderEntry

/** Placeholder for an empty folder, which S3 tools and other dashboards also write. */
export const placeholderName = '.emptyFolderPlaceholder'

/** A file as `/object/list-v2` returns it: `name` includes its folders, `key` doesn't. */
export interface ListedObject {
  readonly id?: string | null
  readonly name: string
  readonly updated_at?: string | null
  readonly metadata?: { readonly size?: unknown; readonly mimetype?: unknown } | null
}

export interface ListedPage {
  readonly hasNext: boolean
  readonly nextCursor?: string | null
  readonly folders: readonly { readonly name: string }[]
  readonly objects: readonly ListedObject[]
}

/** Returns `a/b/` for `a/b`, and an empty prefix for the bucket itself. */
export const prefixOf = (path: string): string => (path === '' ? '' : `${path}/`)
export const baseName = (path: string): string => path.replace(/\/$/, '').replace(/^.*\//, '')
/** Returns the parent folder, without a trailing slash. */
export const parentOf = (path: string): string => path.replace(/\/$/, '').replace(/(^|\/)[^/]*$/, '')

export function fileOf({ id = null, name, updated_at: updatedAt = null, metadata }: ListedObject): FileEntry {
  const { size, mimetype } = metadata ?? {}
  return {
    kind: 'file',
    path: name,
    name: baseName(name),
    id,
    size: typeof size === 'number' ? size : typeof size === 'string' && /^\d+$/.test(size) ? Number(size) : null,
    type: typeof mimetype === 'string' ? mimetype : 'application/octet-stream',
    updatedAt,
  }
}

/** Returns the entries of a page, folders first, without placeholders. */
export function entriesOf({ folders, objects }: ListedPage): readonly Entry[] {
  return [
    ...folders.map(({ name }): FolderEntry => {
      const path = name.replace(/\/?$/, '/')
      return { kind: 'folder', path, name: baseName(path) }
    }),
    ...objects.map(fileOf).filter(({ name }) => name !== placeholderName),
  ]
}
