import type { ServiceReply } from '@colonnade/projects'
import { Readable } from 'node:stream'
import { z } from 'zod'
import type { StorageCall } from '../call.ts'
import { StorageError } from '../errors.ts'
import { nameBytesMost, zippedMost, zipsAtOnce } from '../limits.ts'
import { asCaller, statementOf, textArray } from '../project/statements.ts'
import { json } from '../replies.ts'
import { readJson } from '../requests/body.ts'
import type { PathParameters } from '../router.ts'
import { dispositionOf } from '../serving/file-headers.ts'
import { writeZip } from './write-zip.ts'
import { findFiles, zipEntries } from './zip-entries.ts'

const Name = z.string().refine((name) => !name.includes('\0') && name.isWellFormed(), 'has a character that no name has')
const Selected = z.object({
  /** Where the files are, with a slash at its end; names in the archive begin there. */
  folder: Name.max(nameBytesMost)
    .regex(/^(?:|.*\/)$/s, 'must end with a slash')
    .default(''),
  /** Within the folder; what ends with a slash is a folder with everything in it. */
  names: z.array(Name.min(1).max(nameBytesMost)).min(1).max(zippedMost),
})

/** What is named, and what is in the folders that are named; each once, and one more than an archive takes. */
const text = `select pg_catalog.json_build_object('id', f.id, 'name', f.name, 'size', f.size) from (
    select o.id, o.name, o.metadata ->> 'size' as size from storage.objects o
    where o.bucket_id = $1 and o.name = any ($2::text[]) and o.archived_at is null
    union
    select i.id, i.name, i.size from pg_catalog.unnest($3::text[]) folder cross join lateral (
      select o.id, o.name, o.metadata ->> 'size' as size from storage.objects o
      where o.bucket_id = $1 and o.name collate "C" >= folder and o.name collate "C" < folder || pg_catalog.chr(1114111) and o.archived_at is null
      order by o.name collate "C" limit ${zippedMost + 1}
    ) i
    limit ${zippedMost + 1}
  ) f order by f.name collate "C"`

/** Finds what the caller may read of a selection, in one statement, and gives a link with which a browser saves it as one zip archive. */
export async function createZipLink(call: StorageCall, { bucket }: PathParameters): Promise<ServiceReply> {
  const { folder, names } = await readJson(call.request, Selected)
  const paths = names.map((name) => `${folder}${name}`)
  const folders = paths.filter((path) => path.endsWith('/'))
  const select = statementOf(call, 'select files', text, [bucket!, textArray(paths), textArray(folders)])
  const [, rows] = await call.run([asCaller(call, 'storage.object.list_v2'), select])
  const files = rows!.map(([row]) => JSON.parse(row!) as { readonly id: string; readonly name: string; readonly size: string | null })
  if (files.length === 0) throw new StorageError('NoSuchKey', 'None of these files exist, or you don’t have access to them')
  if (files.length > zippedMost) {
    throw new StorageError('EntityTooLarge', `A zip archive can have up to ${zippedMost} files. Select fewer files or folders.`)
  }
  const title = titleOf(bucket!, folder, names)
  const kept = files.map(({ id, name }) => ({ id, name }))
  const token = call.selections.keep({
    ref: call.ref,
    bucket: bucket!,
    caller: call.caller,
    headers: call.request.headers,
    folder,
    title,
    files: kept,
  })
  return json({
    signedURL: `/-/zip/${encodeURIComponent(bucket!)}?token=${token}`,
    name: `${title}.zip`,
    files: files.length,
    bytes: files.reduce((sum, { size }) => sum + (/^\d{1,15}$/.test(size ?? '') ? Number(size) : 0), 0),
  })
}

/** An only folder gives the archive its name; several files that of the folder they are in. */
function titleOf(bucket: string, folder: string, names: readonly string[]): string {
  const only = names.length === 1 && names[0]!.endsWith('/') ? names[0]! : ''
  return `${folder}${only}`.split('/').findLast((part) => part !== '') ?? bucket
}

/**
 * Sends the archive that a link stands for. Rows are read a few hundred at a time, by the right of whoever asked for the link, and no
 * transaction is open while bytes flow.
 */
export async function downloadZip(call: StorageCall, { bucket }: PathParameters): Promise<ServiceReply> {
  const selection = call.selections.find(call.query.get('token') ?? '')
  if (selection === null || selection.ref !== call.ref || selection.bucket !== bucket) {
    throw new StorageError('InvalidSignature', 'This link has expired. Download the files again.')
  }
  const headers = {
    'content-type': 'application/zip',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "sandbox; default-src 'none'",
    'x-robots-tag': 'none',
    ...dispositionOf(`${selection.title}.zip`),
  }
  if (call.request.method === 'HEAD') return { status: 200, headers, body: null, isFile: true }
  const end = call.selections.begin(call.ref)
  if (end === null) {
    throw new StorageError('SlowDown', `This project is already sending ${zipsAtOnce} zip archives. Try again when one of them is done.`)
  }
  let leave = (): void => {}
  const done = (): void => {
    leave()
    end()
  }
  try {
    leave = await call.stay()
    const asked: StorageCall = { ...call, caller: selection.caller, request: { ...call.request, headers: selection.headers } }
    // errors in the first batch are reported before the response starts
    const first = await findFiles(asked, selection, 0)
    const body = Readable.from(writeZip(zipEntries(asked, selection, first)), { objectMode: false })
    return { status: 200, headers, body, isFile: true, done }
  } catch (error) {
    done()
    throw error
  }
}
