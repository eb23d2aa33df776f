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

/** Names begin in the folder that all of them are in, or in the bucket. */
export function zipSelection(entries: readonly Entry[]): { readonly folder: string; readonly names: readonly string[] } {
  const parents = new Set(entries.map(({ path }) => parentOf(path)))
  const folder = parents.size === 1 ? prefixOf([...parents][0]!) : ''
  return { folder, names: entries.map(({ path }) => path.slice(folder.length)) }
}

/** Saves files and folders as one zip archive. The browser loads it itself, so that it never is in the memory of the page. */
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
