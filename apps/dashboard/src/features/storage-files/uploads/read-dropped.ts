import type { NewUpload } from './upload-queue.ts'

/** Files per batch, so uploads start before the last folder is read. */
const batchSize = 100

/** Files that operating systems create in folders. */
const isJunk = (name: string): boolean => name === '.DS_Store' || name === 'Thumbs.db' || name === 'desktop.ini'

/**
 * Reads dropped files and folders, and passes them on in batches. Call it in the drop event, because browsers clear the entries afterwards.
 *
 * @param prefix prepended to each name
 */
export async function readDropped(transfer: DataTransfer, prefix: string, onFiles: (uploads: readonly NewUpload[]) => void): Promise<void> {
  const entries: FileSystemEntry[] = []
  let batch: NewUpload[] = []
  for (const item of transfer.items) {
    if (item.kind !== 'file') continue
    const entry = item.webkitGetAsEntry()
    // files created by a page have no entry
    const file = entry === null ? item.getAsFile() : null
    if (entry !== null) entries.push(entry)
    else if (file !== null) batch.push({ path: `${prefix}${file.name}`, file })
  }
  const flush = (): void => {
    if (batch.length > 0) onFiles(batch)
    batch = []
  }
  const walk = async (entry: FileSystemEntry, path: string): Promise<void> => {
    if (isJunk(entry.name)) return
    if (isFile(entry)) {
      batch.push({ path, file: await new Promise<File>((resolve, reject) => entry.file(resolve, reject)) })
      if (batch.length >= batchSize) flush()
      return
    }
    const reader = (entry as FileSystemDirectoryEntry).createReader()
    for (;;) {
      // Chrome returns a hundred at a time, and none at the end
      const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject))
      if (some.length === 0) return
      for (const each of some) await walk(each, `${path}/${each.name}`)
    }
  }
  for (const entry of entries) await walk(entry, `${prefix}${entry.name}`)
  flush()
}

function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile
}

/** Reads files picked in a dialog. For folders, names include the path within the folder. */
export function readChosen(files: FileList, prefix: string): readonly NewUpload[] {
  return [...files]
    .filter(({ name }) => !isJunk(name))
    .map((file) => ({ path: `${prefix}${file.webkitRelativePath === '' ? file.name : file.webkitRelativePath}`, file }))
}
