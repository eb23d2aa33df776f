import { S3Error } from '../errors.ts'
import { emptyReply, headerOf, type Operation, xmlReply } from '../call.ts'
import { numberIn } from './numbers.ts'

export const listBuckets: Operation = async (call) => {
  const most = numberIn(call, 'max-buckets', 10_000, 10_000)
  const prefix = call.query.get('prefix') ?? ''
  const after = call.query.get('continuation-token') ?? ''
  const all = (await call.store.listBuckets()).filter(({ name }) => name.startsWith(prefix) && name > after)
  const page = all.slice(0, most)
  return xmlReply('ListAllMyBucketsResult', {
    Owner: { ID: call.owner, DisplayName: call.owner },
    Buckets: { Bucket: page.map(({ name, createdAt }) => ({ Name: name, CreationDate: createdAt.toISOString() })) },
    ContinuationToken: all.length > page.length ? page.at(-1)?.name : null,
    Prefix: prefix === '' ? null : prefix,
  })
}

const acls: ReadonlySet<string> = new Set([
  'private',
  'public-read',
  'public-read-write',
  'authenticated-read',
  'bucket-owner-read',
  'bucket-owner-full-control',
])

export const createBucket: Operation = async ({ bucket, store, headers }) => {
  const acl = headerOf({ headers }, 'x-amz-acl') ?? 'private'
  if (!acls.has(acl)) throw new S3Error('InvalidArgument', undefined, { ArgumentName: 'x-amz-acl', ArgumentValue: acl.slice(0, 40) })
  if (acl === 'public-read-write') throw new S3Error('NotImplemented', 'To let anyone write to a bucket, create a policy.')
  await store.createBucket(bucket, { isPublic: acl === 'public-read' })
  return emptyReply(200, { location: `/${bucket}` })
}

export const headBucket: Operation = async ({ bucket, store, region }) => {
  await store.findBucket(bucket)
  return emptyReply(200, { 'x-amz-bucket-region': region })
}

export const deleteBucket: Operation = async ({ bucket, store }) => {
  await store.deleteBucket(bucket)
  return emptyReply(204)
}

/** us-east-1 is reported as an empty value. */
export const getBucketLocation: Operation = async ({ bucket, store, region }) => {
  await store.findBucket(bucket)
  const text = region === 'us-east-1' ? '' : region
  const body = `<?xml version="1.0" encoding="UTF-8"?>\n<LocationConstraint xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${text}</LocationConstraint>`
  return { status: 200, headers: { 'content-type': 'application/xml' }, body }
}

/** No bucket keeps versions: the answer has no status. */
export const getBucketVersioning: Operation = async ({ bucket, store }) => {
  await store.findBucket(bucket)
  return xmlReply('VersioningConfiguration', {})
}

/** Everything belongs to the project: who may do what is decided by policies. */
export const getAcl: Operation = async ({ bucket, key, store, owner }) => {
  await (key === '' ? store.findBucket(bucket) : store.findObject(bucket, key))
  const grantee = `<Grantee xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:type="CanonicalUser"><ID>${owner}</ID><DisplayName>${owner}</DisplayName></Grantee>`
  const body =
    '<?xml version="1.0" encoding="UTF-8"?>\n<AccessControlPolicy xmlns="http://s3.amazonaws.com/doc/2006-03-01/">' +
    `<Owner><ID>${owner}</ID><DisplayName>${owner}</DisplayName></Owner>` +
    `<AccessControlList><Grant>${grantee}<Permission>FULL_CONTROL</Permission></Grant></AccessControlList></AccessControlPolicy>`
  return { status: 200, headers: { 'content-type': 'application/xml' }, body }
}
