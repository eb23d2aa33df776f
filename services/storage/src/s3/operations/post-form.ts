import { Busboy } from '@fastify/busboy'
import type { Clock } from '@colonnade/core'
import type { ServiceReply, ServiceRequest } from '@colonnade/projects'
import type { IncomingHttpHeaders } from 'node:http'
import { basename } from 'node:path'
import type { Readable } from 'node:stream'
import { credentialsFor } from '../authenticate.ts'
import { emptyReply, quoted } from '../call.ts'
import { S3Error } from '../errors.ts'
import type { S3Credentials, S3Identity } from '../identity.ts'
import { uriEncode } from '../signatures/canonical-request.ts'
import { readScope } from '../signatures/signature.ts'
import { isTextSigned } from '../signatures/verify-signature.ts'
import type { S3Store } from '../store.ts'
import { xmlDocument } from '../xml/write-xml.ts'
import { type PostPolicy, requirePolicy } from './post-policy.ts'
import { propertiesOf } from './properties.ts'

/** Amazon S3 API reference, "POST Object": all but the file has at most 20 KB. */
const formLimits = { fields: 100, fieldSize: 20 * 1_024, fieldNameSize: 200, files: 1, headerPairs: 50 }

export interface PostedForm {
  readonly ref: string
  readonly bucket: string
  readonly request: ServiceRequest
  readonly credentials: S3Credentials
  readonly clock: Clock
  openStore(identity: S3Identity): Promise<S3Store>
}

interface Form {
  /** By name in lower case. */
  readonly fields: ReadonlyMap<string, string>
  readonly file: Readable & { readonly truncated?: boolean }
  readonly filename: string
  readonly fileType: string
}

export function isForm(headers: IncomingHttpHeaders): boolean {
  return /^multipart\/form-data\b/i.test(headers['content-type'] ?? '')
}

/** Takes a file of a form in a web page, which whoever has a key signed beforehand. */
export async function postForm(posted: PostedForm): Promise<ServiceReply> {
  const { bucket, request } = posted
  const form = await readForm(request)
  try {
    const { identity, policy } = await prove(posted, form.fields)
    const key = (form.fields.get('key') ?? '').replaceAll('${filename}', form.filename)
    if (key === '')
      throw new S3Error('InvalidArgument', "Bucket POST must contain a field named 'key'. If it is specified, please check the order of the fields.")
    const headers = { ...Object.fromEntries(form.fields), 'content-type': form.fields.get('content-type') ?? form.fileType }
    const content = boundedBy(form.file, policy)
    const store = await posted.openStore(identity)
    const { etag } = await store.putObject(bucket, key, { length: null, content, properties: propertiesOf({ headers }), onlyIfNew: false })
    return replyTo(form, { bucket, key, etag, location: `${request.publicUrl}/s3/${uriEncode(bucket)}/${key.split('/').map(uriEncode).join('/')}` })
  } finally {
    // what nobody read would keep the form from ending
    form.file.resume()
  }
}

async function prove(
  { credentials, ref, bucket, clock }: PostedForm,
  fields: ReadonlyMap<string, string>,
): Promise<{ identity: S3Identity; policy: PostPolicy }> {
  const policy = fields.get('policy')
  if (policy === undefined) throw new S3Error('AccessDenied')
  if (fields.get('x-amz-algorithm') !== 'AWS4-HMAC-SHA256') throw new S3Error('InvalidRequest', 'The form must be signed with AWS4-HMAC-SHA256.')
  const scope = readScope(fields.get('x-amz-credential') ?? '', 'AuthorizationQueryParametersError')
  const signature = fields.get('x-amz-signature') ?? ''
  const found = await credentialsFor(credentials, ref, scope.keyId, fields.get('x-amz-security-token') ?? null)
  const signer = found.find(({ secret }) => isTextSigned(policy, scope, signature, secret))
  if (signer === undefined) throw new S3Error('SignatureDoesNotMatch')
  signer.used()
  return { identity: signer.identity, policy: requirePolicy(policy, fields, bucket, clock.now()) }
}

async function* boundedBy(file: Form['file'], { bytes: { least, most } }: PostPolicy): AsyncGenerator<Uint8Array, void> {
  let total = 0
  for await (const piece of file as AsyncIterable<Uint8Array>) {
    total += piece.length
    if (total > most) throw new S3Error('EntityTooLarge', undefined, { MaxSizeAllowed: String(most) })
    yield piece
  }
  if (total < least) throw new S3Error('EntityTooSmall', undefined, { MinSizeAllowed: String(least), ProposedSize: String(total) })
}

function replyTo({ fields }: Form, made: { bucket: string; key: string; etag: string; location: string }): ServiceReply {
  const headers = { etag: quoted(made.etag), location: made.location }
  const redirect = fields.get('success_action_redirect') ?? fields.get('redirect')
  if (redirect !== undefined && URL.canParse(redirect) && /^https?:$/.test(new URL(redirect).protocol)) {
    const url = new URL(redirect)
    url.searchParams.set('bucket', made.bucket)
    url.searchParams.set('key', made.key)
    url.searchParams.set('etag', quoted(made.etag))
    return emptyReply(303, { ...headers, location: url.href })
  }
  const status = fields.get('success_action_status')
  if (status === '201') {
    const body = xmlDocument('PostResponse', { Location: made.location, Bucket: made.bucket, Key: made.key, ETag: quoted(made.etag) })
    return { status: 201, headers: { ...headers, 'content-type': 'application/xml' }, body }
  }
  return emptyReply(status === '200' ? 200 : 204, headers)
}

/** Resolves with the fields before the file, whose bytes are still to come. @throws S3Error `MalformedPOSTRequest` */
async function readForm({ headers, body }: ServiceRequest): Promise<Form> {
  const malformed = (): S3Error => new S3Error('MalformedPOSTRequest')
  const { promise, resolve, reject } = Promise.withResolvers<Form>()
  const fields = new Map<string, string>()
  let bytes = 0
  let file: Form['file'] | null = null
  let busboy: InstanceType<typeof Busboy>
  try {
    busboy = new Busboy({ headers: headers as { 'content-type': string }, limits: formLimits })
  } catch {
    throw malformed()
  }
  const fail = (error: Error): void => {
    reject(error)
    file?.destroy(error)
    body.unpipe(busboy)
    body.resume()
  }
  busboy.on('field', (name, value, isNameCut, isValueCut) => {
    const lower = name.toLowerCase()
    bytes += name.length + Buffer.byteLength(value)
    if (isNameCut || isValueCut || bytes > formLimits.fieldSize)
      fail(new S3Error('MaxMessageLengthExceeded', 'Your POST request fields preceding the upload file were too large.'))
    else if (fields.has(lower)) fail(new S3Error('InvalidArgument', `The field ${lower} must be given once.`))
    else if (file === null) fields.set(lower, value)
  })
  busboy.on('file', (name, stream, filename: string | undefined, _encoding, fileType) => {
    if (name.toLowerCase() !== 'file' || file !== null) {
      stream.resume()
      return fail(new S3Error('InvalidArgument', 'POST requires exactly one file upload per request.'))
    }
    file = stream
    resolve({ fields, file, filename: basename(filename ?? ''), fileType })
  })
  busboy.on('fieldsLimit', () => fail(malformed()))
  busboy.on('error', () => fail(malformed()))
  busboy.on('finish', () => reject(new S3Error('InvalidArgument', 'POST requires exactly one file upload per request.')))
  body.once('error', () => fail(new S3Error('IncompleteBody')))
  body.once('aborted', () => fail(new S3Error('IncompleteBody')))
  body.pipe(busboy)
  return promise
}
