import type { ServiceReply } from '@colonnade/projects'
import { z } from 'zod'
import type { StorageCall } from '../call.ts'
import { StorageError } from '../errors.ts'
import { nameBytesMost } from '../limits.ts'
import { writtenName } from '../names/names.ts'
import { asCaller, statementOf } from '../project/statements.ts'
import { json } from '../replies.ts'
import { readJson } from '../requests/body.ts'
import type { PathParameters } from '../router.ts'

/** SQL: everything in a folder, however deep; the folder is $2. */
const isInFolder = `o.bucket_id = $1 and o.name collate "C" >= $2 and o.name collate "C" < $2 || pg_catalog.chr(1114111)`
/** SQL: the name that something in the folder has in another one, $3. */
const movedName = `$3 || pg_catalog.substr(o.name, pg_catalog.length($2) + 1)`

const longText = `select from storage.objects o where ${isInFolder} and pg_catalog.octet_length(${movedName}) > ${nameBytesMost} limit 1`
const moveText = `with moved as (update storage.objects o set name = ${movedName} where ${isInFolder} returning 1)
  select pg_catalog.count(*)::text from moved`
const deleteText = `with deleted as (delete from storage.objects o where ${isInFolder} returning 1) select pg_catalog.count(*)::text from deleted`

const Move = z.object({ from: z.string(), to: z.string() })
const Deletion = z.object({ prefix: z.string() })

/** Moves a folder with everything in it that the caller can change, in one statement: all of it or nothing. */
export async function moveFolder(call: StorageCall, { bucket }: PathParameters): Promise<ServiceReply> {
  const { from, to } = await readJson(call.request, Move)
  const [source, target] = [requireFolder(from), writtenName(requireFolder(to))]
  if (target.startsWith(source)) throw new StorageError('InvalidRequest', 'A folder can\u2019t be moved into itself')
  const values = [bucket!, source, target]
  const [, tooLong] = await call.run([asCaller(call, 'storage.object.move'), statementOf(call, 'long names', longText, values)])
  if (tooLong!.length > 0) throw new StorageError('InvalidKey', `Invalid key: names in the folder would be longer than ${nameBytesMost} bytes`)
  const [, rows] = await call.run([asCaller(call, 'storage.object.move'), statementOf(call, 'move folder', moveText, values)])
  const moved = Number(rows![0]![0])
  if (moved === 0) throw new StorageError('NoSuchKey')
  return json({ moved })
}

/** Deletes a folder with everything in it that the caller can delete, in one statement. */
export async function deleteFolder(call: StorageCall, { bucket }: PathParameters): Promise<ServiceReply> {
  const { prefix } = await readJson(call.request, Deletion)
  const remove = statementOf(call, 'delete folder', deleteText, [bucket!, requireFolder(prefix)])
  const [, rows] = await call.run([asCaller(call, 'storage.object.delete_many', true), remove])
  return json({ deleted: Number(rows![0]![0]) })
}

/** A folder ends with a slash. @throws StorageError `InvalidRequest` */
function requireFolder(name: string): string {
  if (/^[^\0]*[^/\0]\/$/s.test(name) && name.isWellFormed() && Buffer.byteLength(name) <= nameBytesMost) return name
  throw new StorageError('InvalidRequest', 'A folder is a name that ends with one slash')
}
