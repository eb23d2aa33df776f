import type { ServiceReply } from '@colonnade/projects'
import { z } from 'zod'
import type { StorageCall } from '../call.ts'
import { StorageError } from '../errors.ts'
import { lentUrlSecondsMost, signedMost, uploadUrlSeconds } from '../limits.ts'
import { readNames, writtenName } from '../names/names.ts'
import { findObject, requireToken } from '../objects/find-object.ts'
import { ownerOf } from '../objects/owner.ts'
import { prepareUpload } from '../objects/store-object.ts'
import { receive } from '../objects/upload.ts'
import { asCaller, isReadOnly, statementOf, textArray } from '../project/statements.ts'
import { json } from '../replies.ts'
import { readJson } from '../requests/body.ts'
import type { PathParameters } from '../router.ts'
import { serveObject } from '../serving/serve-object.ts'
import { Transform, writeTransformations } from './transformations.ts'
import { signUrl, verifyUrl } from './url-tokens.ts'

/** Ten thousand years: what is beyond is no date. */
const Seconds = z.number().int().min(1).max(315_360_000_000)
const Signing = z.object({ expiresIn: Seconds, transform: Transform.nullish() })
const SigningMany = z.object({ expiresIn: Seconds, paths: z.array(z.string()).max(signedMost) })

export async function signObject(call: StorageCall, { bucket, path }: PathParameters): Promise<ServiceReply> {
  requireToken(call)
  const { expiresIn, transform } = await readJson(call.request, Signing)
  requireShort(call, expiresIn)
  const { object } = await findObject(call, bucket!, path!, 'caller', 'storage.object.sign')
  const url = `${bucket}/${object.name}`
  const asked = transform === null || transform === undefined ? '' : writeTransformations(transform)
  const token = signUrl(call.keys, { url, scope: 'download', ...(asked !== '' && { transformations: asked }) }, call.clock.now(), expiresIn)
  return json({ signedURL: `${asked === '' ? '/object' : '/render/image'}/sign/${encodePath(url)}?token=${token}` })
}

export async function signObjects(call: StorageCall, { bucket }: PathParameters): Promise<ServiceReply> {
  requireToken(call)
  const { expiresIn, paths } = await readJson(call.request, SigningMany)
  requireShort(call, expiresIn)
  const text = 'select o.name from storage.objects o where o.bucket_id = $1 and o.name = any ($2::text[])'
  const select = statementOf(call, 'names', text, [bucket!, textArray(paths.flatMap(readNames))])
  const [, rows] = await call.run([asCaller(call, 'storage.object.sign_many'), select])
  const visible = new Set(rows!.map(([name]) => name))
  const now = call.clock.now()
  const signed = paths.map((path) => {
    const name = readNames(path).find((each) => visible.has(each))
    if (name === undefined) return { error: 'Either the object does not exist or you do not have access to it', path, signedURL: null }
    const url = `${bucket}/${name}`
    return { error: null, path, signedURL: `/object/sign/${encodePath(url)}?token=${signUrl(call.keys, { url, scope: 'download' }, now, expiresIn)}` }
  })
  return json(signed)
}

/** Members who can only look at files can't pass them on for longer than they look. @throws StorageError `AccessDenied` */
function requireShort({ caller }: StorageCall, seconds: number): void {
  if (!isReadOnly(caller) || seconds <= lentUrlSecondsMost) return
  throw new StorageError('AccessDenied', `With read access, signed URLs expire within ${lentUrlSecondsMost} seconds`)
}

export async function downloadSigned(call: StorageCall, { bucket, path }: PathParameters): Promise<ServiceReply> {
  const { object, expiresAt } = await findSigned(call, bucket!, path!)
  return serveObject(call, object, { expiresAt })
}

/** The object of a signed URL, and until when that holds. @throws StorageError `InvalidJWT`, `InvalidSignature`, `NoSuchKey` */
export async function findSigned(call: StorageCall, bucket: string, path: string) {
  const { exp, transformations } = verifyUrl(call.keys, call.query.get('token'), { url: `${bucket}/${path}`, scope: 'download' }, call.clock.now())
  const { object } = await findObject(call, bucket, path, 'signed', 'storage.object.get_signed')
  return { object, expiresAt: new Date(exp * 1000), transformations: transformations ?? null }
}

/** Tries out whether the caller may make the object, and signs that. */
export async function signUpload(call: StorageCall, { bucket, path }: PathParameters): Promise<ServiceReply> {
  requireToken(call)
  const name = writtenName(path!)
  const isUpsert = call.request.headers['x-upsert'] === 'true'
  const { owner, ownerId } = ownerOf(call.caller)
  const operation = 'storage.object.sign_upload_url'
  const object = { bucketId: bucket!, name, isUpsert, userMetadata: null, owner, ownerId, operation, as: 'caller' } as const
  await prepareUpload(call, object, { contentType: 'application/octet-stream', cacheControl: 'no-cache' }, null)
  const claims = { url: `${bucket}/${name}`, scope: 'upload', upsert: isUpsert, ...(ownerId !== null && { owner: ownerId }) } as const
  const token = signUrl(call.keys, claims, call.clock.now(), uploadUrlSeconds)
  return json({ url: `/object/upload/sign/${encodePath(claims.url)}?token=${token}`, token })
}

/** By the right of whoever signed the URL. */
export async function uploadSigned(call: StorageCall, { bucket, path }: PathParameters): Promise<ServiceReply> {
  const name = writtenName(path!)
  const { upsert, owner } = verifyUrl(call.keys, call.query.get('token'), { url: `${bucket}/${name}`, scope: 'upload' }, call.clock.now())
  const userId = owner ?? null
  await receive(call, {
    bucketId: bucket!,
    name,
    isUpsert: upsert ?? false,
    ...ownerOf({ userId }),
    operation: 'storage.object.upload_signed',
    as: 'service',
  })
  return json({ Key: `${bucket}/${name}` })
}

function encodePath(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/')
}

/** Clears nothing: nothing of an object is cached under its name. */
export async function purgeCache({ query }: StorageCall): Promise<ServiceReply> {
  const transformations = query.get('transformations')
  if (transformations !== null && !['true', 'false'].includes(transformations)) {
    throw new StorageError('InvalidRequest', 'querystring/transformations: must be true or false')
  }
  return json({ message: 'success' })
}
