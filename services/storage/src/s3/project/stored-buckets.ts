import type { StorageCall } from '../../call.ts'
import { dropBucket } from '../../buckets/drop-bucket.ts'
import { checkBucketName } from '../../names/names.ts'
import { ownerOf } from '../../objects/owner.ts'
import { asCaller, isoText, statementOf } from '../../project/statements.ts'
import { StorageError } from '../../errors.ts'
import type { StoredBucket, StoredBuckets } from '../store.ts'

const columns = `b.id, ${isoText('b.created_at')}`

const bucketOf = ([name, createdAt]: readonly (string | null)[]): StoredBucket => ({ name: name!, createdAt: new Date(createdAt ?? 0) })

/** Buckets as S3 has them, by the caller's rights. */
export function createStoredBuckets(call: StorageCall): StoredBuckets {
  return {
    async listBuckets() {
      const select = statementOf(call, 's3 buckets', `select ${columns} from storage.buckets b order by b.id collate "C" limit 10000`, [])
      const [, rows] = await call.run([asCaller(call, 'storage.bucket.list'), select])
      return rows!.map(bucketOf)
    },
    async findBucket(name) {
      const select = statementOf(call, 's3 bucket', `select ${columns} from storage.buckets b where b.id = $1`, [name])
      const [, rows] = await call.run([asCaller(call, 'storage.bucket.get'), select])
      if (rows!.length === 0) throw new StorageError('NoSuchBucket')
      return bucketOf(rows![0]!)
    },
    async createBucket(name, { isPublic }) {
      checkBucketName(name)
      const { owner, ownerId } = ownerOf(call.caller)
      const text = 'insert into storage.buckets (id, name, owner, owner_id, public) values ($1, $1, $2::uuid, $3, $4::boolean)'
      const insert = statementOf(call, 's3 create bucket', text, [name, owner, ownerId, String(isPublic)])
      await call.run([asCaller(call, 'storage.bucket.create'), insert])
    },
    deleteBucket: (name) => dropBucket(call, name),
  }
}
