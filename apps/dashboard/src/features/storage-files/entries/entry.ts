/** A file in a bucket. */
export interface FileEntry {
  readonly kind: 'file'
  /** Its whole name, with its folders. */
  readonly path: string
  /** What comes after the last slash. */
  readonly name: string
  readonly id: string | null
  readonly size: number | null
  readonly type: string
  readonly updatedAt: string | null
}

/** Names of files begin with its path. */
export interface FolderEntry {
  readonly kind: 'folder'
  /** With a slash at the end. */
  readonly path: string
  readonly name: string
}

export type Entry = FileEntry | FolderEntry

/** Stands for a folder that has no other file; S3 tools and other dashboards write it as well. */
export const placeholderName = '.emptyFolderPlaceholder'

/** A file as `/object/list-v2` returns it; its name has its folders, and its `key` hasn’t. */
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

/** `a/b/` for `a/b`, and nothing for the bucket itself. */
export const prefixOf = (path: string): string => (path === '' ? '' : `${path}/`)
export const baseName = (path: string): string => path.replace(/\/$/, '').replace(/^.*\//, '')
/** The folder that something is in, without a slash at the end. */
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

/** What a page lists: folders first. Placeholders aren't shown. */
export function entriesOf({ folders, objects }: ListedPage): readonly Entry[] {
  return [
    ...folders.map(({ name }): FolderEntry => {
      const path = name.replace(/\/?$/, '/')
      return { kind: 'folder', path, name: baseName(path) }
    }),
    ...objects.map(fileOf).filter(({ name }) => name !== placeholderName),
  ]
}
