import type { StorageCall } from '../call.ts'
import { zipBatch } from '../limits.ts'
import type { ObjectMetadata } from '../objects/object-row.ts'
import { asCaller, isoText, statementOf, textArray } from '../project/statements.ts'
import { EntryNames } from './entry-names.ts'
import type { Selection } from './kept-selections.ts'
import type { ZipEntry } from './write-zip.ts'

/** What is in an archive in place of the files that could not be. */
export const missingName = '_missing.txt'

/** Stands for a folder without files; the dashboard and S3 tools write it. */
const placeholder = '.emptyFolderPlaceholder'

interface FileRow {
  readonly id: string
  readonly version: string | null
  readonly metadata: Partial<ObjectMetadata> | null
  readonly updated_at: string | null
}

const text = `select pg_catalog.json_build_object('id', o.id, 'version', o.version, 'metadata', o.metadata, 'updated_at', ${isoText('o.updated_at')})
  from storage.objects o where o.id = any ($1::uuid[]) and o.archived_at is null`

/** The rows, as they are now, of the next files of a selection; of those that are gone there is none. @throws StorageError */
export async function findFiles(call: StorageCall, { files }: Selection, from: number): Promise<ReadonlyMap<string, FileRow>> {
  const ids = files.slice(from, from + zipBatch).map(({ id }) => id)
  const [, rows] = await call.run([asCaller(call, 'storage.object.get_authenticated'), statementOf(call, 'files by id', text, [textArray(ids)])])
  return new Map(
    rows!.map(([json]) => {
      const row = JSON.parse(json!) as FileRow
      return [row.id, row]
    }),
  )
}

/** Returns the files of a selection, each opened once the previous one is written, and at the end the names of missing ones. */
export async function* zipEntries(call: StorageCall, selection: Selection, first: ReadonlyMap<string, FileRow>): AsyncGenerator<ZipEntry> {
  const { files, folder } = selection
  const names = new EntryNames(files.map(({ name }) => name.slice(folder.length)))
  const missing: string[] = []
  let rows = first
  for (const [index, { id, name }] of files.entries()) {
    if (index > 0 && index % zipBatch === 0) rows = await findFiles(call, selection, index)
    const row = rows.get(id)
    const shown = name.slice(folder.length)
    const modified = new Date(row?.metadata?.lastModified ?? row?.updated_at ?? 0)
    if (shown === placeholder) continue
    if (shown.endsWith(`/${placeholder}`)) {
      yield { path: names.folder(shown.slice(0, -placeholder.length)), modified, type: '', source: Buffer.alloc(0) }
      continue
    }
    const opened = row === undefined || row.version === null ? null : await call.versions.open(row.version)
    if (opened === null) {
      missing.push(name)
      continue
    }
    const source = opened.bytes === 0 ? Buffer.alloc(0) : opened.read(0, opened.bytes - 1)
    if (opened.bytes === 0) await opened.close()
    yield { path: names.file(shown), modified, type: row?.metadata?.mimetype ?? '', source }
  }
  if (missing.length === 0) return
  const note = `These files couldn’t be included. They were deleted, or their content is missing.\n\n${missing.join('\n')}\n`
  yield { path: names.file(missingName), modified: call.clock.date(), type: 'text/plain', source: Buffer.from(note) }
}
