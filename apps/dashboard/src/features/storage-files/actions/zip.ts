import { followDownload } from '../../../lib/save-file.ts'
import { askStorage, storageAddress } from '../../../scope/storage/call-storage.ts'
import type { Look } from '../../../scope/storage/look-as.ts'
import { type Entry, parentOf, prefixOf } from '../entries/entry.ts'

export interface ZipLink {
  readonly signedURL: string
  readonly name: string
  readonly files: number
  readonly bytes: number
}

/** Returns the folder that contains all entries, and their names relative to it. */
export function zipSelection(entries: readonly Entry[]): { readonly folder: string; readonly names: readonly string[] } {
  const parents = new Set(entries.map(({ path }) => parentOf(path)))
  const folder = parents.size === 1 ? prefixOf([...parents][0]!) : ''
  return { folder, names: entries.map(({ path }) => path.slice(folder.length)) }
}

/** Saves files and folders as one ZIP archive. The browser downloads it directly, so it never sits in the page's memory. */
export async function saveZip(ref: string, bucket: string, entries: readonly Entry[], look: Look | null): Promise<ZipLink> {
  const link = await askStorage<ZipLink>(ref, {
    access: 'read',
    look,
    method: 'POST',
    path: `/-/zip/${encodeURIComponent(bucket)}`,
    body: zipSelection(entries),
  })
  followDownload(storageAddress(ref, link.signedURL), link.name)
  return link
}
