import type { ServiceReply } from '@colonnade/projects'
import { z } from 'zod'
import type { StorageCall } from '../call.ts'
import { StorageError } from '../errors.ts'
import { writtenName } from '../names/names.ts'
import { asCaller, statementOf } from '../project/statements.ts'
import { json } from '../replies.ts'
import { readJson } from '../requests/body.ts'
import { findObject, requireToken } from './find-object.ts'

const Move = z.object({ bucketId: z.string(), sourceKey: z.string(), destinationBucket: z.string().nullish(), destinationKey: z.string() })

/** Changes the row alone: bytes have a name of their own. */
export async function moveObject(call: StorageCall): Promise<ServiceReply> {
  requireToken(call)
  const { bucketId, sourceKey, destinationBucket, destinationKey } = await readJson(call.request, Move)
  const name = writtenName(destinationKey)
  const { object } = await findObject(call, bucketId, sourceKey, 'caller', 'storage.object.move')
  const text = 'update storage.objects o set bucket_id = $2, name = $3 where o.id = $1::uuid returning o.id'
  const values = [object.id, destinationBucket ?? bucketId, name]
  const [, rows] = await call.run([asCaller(call, 'storage.object.move'), statementOf(call, 'move object', text, values)])
  if (rows!.length === 0) {
    throw new StorageError('AccessDenied', undefined, { hint: 'This needs policies on storage.objects that allow SELECT and UPDATE.' })
  }
  return json({ message: 'Successfully moved' })
}
