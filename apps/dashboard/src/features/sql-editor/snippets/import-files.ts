import { maxSnippetBytes } from '@colonnade/contracts/data/snippets'
import { formatBytes } from '../../../lib/bytes.ts'
import { importFilesText } from './messages.ts'
import { type FileProblem, nameOfFile, type ReadFile, textOfFile } from './sql-files.ts'

export interface ReadFiles {
  readonly files: readonly ReadFile[]
  readonly problems: readonly FileProblem[]
}

/** Files of one import. */
const maxFiles = 500

/** Reads files as SQL; returns the ones that can't be read with the reason. */
export async function importFiles(list: readonly File[]): Promise<ReadFiles> {
  const files: ReadFile[] = []
  const problems: FileProblem[] = []
  // other files in a folder are no mistake
  const isFolder = list.some((file) => pathOf(file).includes('/'))
  const wanted = isFolder ? list.filter(({ name }) => /\.(sql|psql|pgsql)$/i.test(name)) : list
  if (wanted.length > maxFiles)
    problems.push({ name: importFilesText.files(wanted.length - maxFiles), problem: importFilesText.tooManyFiles(maxFiles) })
  for (const file of wanted.slice(0, maxFiles)) {
    const path = pathOf(file)
    if (file.size > maxSnippetBytes) {
      problems.push({ name: path, problem: importFilesText.tooLarge(formatBytes(maxSnippetBytes)) })
      continue
    }
    const content = textOfFile(new Uint8Array(await file.arrayBuffer()))
    if (content === null) problems.push({ name: path, problem: importFilesText.notUtf8 })
    else files.push({ ...nameOfFile(path), content })
  }
  return { files, problems }
}

const paths = new WeakMap<File, string>()
const pathOf = (file: File) => paths.get(file) ?? (file.webkitRelativePath === '' ? file.name : file.webkitRelativePath)

/** The files of a drop; folders give what is in them, each file with its path. */
export async function filesOfDrop({ items, files }: DataTransfer): Promise<File[]> {
  // the list is gone after the first wait
  const entries = [...items].map((item) => item.webkitGetAsEntry())
  const flat = [...files]
  if (entries.every((entry) => entry === null || entry.isFile)) return flat
  const found: File[] = []
  const walk = async (entry: FileSystemEntry, prefix: string): Promise<void> => {
    if (found.length > maxFiles) return
    if (entry.isFile) {
      const file = await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject))
      paths.set(file, prefix + file.name)
      found.push(file)
    } else {
      const reader = (entry as FileSystemDirectoryEntry).createReader()
      const read = () => new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject))
      // a reader gives some at a time, and none when it is done
      for (let some = await read(); some.length > 0; some = await read()) for (const each of some) await walk(each, `${prefix}${entry.name}/`)
    }
  }
  for (const entry of entries) if (entry !== null) await walk(entry, '')
  return found
}
