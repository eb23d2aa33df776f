import type { ServiceReply } from '@colonnade/projects'
import { z } from 'zod'
import type { StorageCall } from '../call.ts'
import { nameBytesMost } from '../limits.ts'
import { asCaller, isoText, statementOf, textArray } from '../project/statements.ts'
import { json } from '../replies.ts'
import { readQuery } from '../requests/body.ts'
import type { PathParameters } from '../router.ts'

/** Objects that one search finds. */
const foundMost = 1_000

const Search = z.object({
  words: z
    .string()
    .max(nameBytesMost)
    .refine((text) => !text.includes('\0') && text.isWellFormed(), 'has a character that no name has'),
})

const text = `select pg_catalog.json_build_object('name', o.name, 'id', o.id, 'updated_at', ${isoText('o.updated_at')}, 'metadata', o.metadata)
  from storage.objects o
  where o.bucket_id = $1 and not exists (
    select from pg_catalog.unnest($2::text[]) word where pg_catalog.strpos(pg_catalog.lower(o.name), pg_catalog.lower(word)) = 0
  )
  order by o.name collate "C" limit ${foundMost + 1}`

/** Objects of a bucket that have all words anywhere in their names, as far as the caller may see them. */
export async function searchObjects(call: StorageCall, { bucket }: PathParameters): Promise<ServiceReply> {
  const { words } = readQuery(call.query, Search)
  const wanted = textArray(words.split(/\s+/).filter((word) => word !== ''))
  const [, rows] = await call.run([asCaller(call, 'storage.object.list_v2'), statementOf(call, 'search', text, [bucket!, wanted])])
  return json({ objects: rows!.slice(0, foundMost).map(([row]) => JSON.parse(row!) as object), is_cut: rows!.length > foundMost })
}
