import { S3Client, PutObjectCommand, ListObjectsV2Command } from '@aws-sdk/client-s3'
import { SignatureV4 } from '@smithy/signature-v4'
import { createHash, createHmac } from 'node:crypto'
import { Readable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { openPayload } from '../payloads/open-payload.ts'
import { parseQuery, type ReceivedRequest } from './canonical-request.ts'
import { readSignature } from './signature.ts'
import { verifySignature } from './verify-signature.ts'

const secret = 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY'
const keyId = 'AKIAIOSFODNN7EXAMPLE'
const exampleTime = Date.parse('2013-05-24T00:00:00Z')
const emptyHash = createHash('sha256').digest('hex')

function verify(request: ReceivedRequest, nowMs: number, key = secret) {
  const query = parseQuery(request.search)
  const signature = readSignature(request, query)!
  return { signature, chain: verifySignature(request, query, signature, key, nowMs) }
}

function codeOf(run: () => unknown): string | undefined {
  try {
    run()
    return undefined
  } catch (error) {
    return (error as { code: string }).code
  }
}

/** A request of AWS’s documentation ("Signature calculations for the authorization header"). */
function example(method: string, path: string, search: string, headers: Record<string, string>, signature: string): ReceivedRequest {
  const all: Record<string, string> = { host: 'examplebucket.s3.amazonaws.com', 'x-amz-content-sha256': emptyHash, ...headers }
  if (all['date'] === undefined) all['x-amz-date'] ??= '20130524T000000Z'
  const authorization = `AWS4-HMAC-SHA256 Credential=${keyId}/20130524/us-east-1/s3/aws4_request,SignedHeaders=${Object.keys(all).toSorted().join(';')},Signature=${signature}`
  return { method, path, search, headers: { ...all, authorization }, hosts: ['examplebucket.s3.amazonaws.com'] }
}

const examples: readonly (readonly [string, ReceivedRequest])[] = [
  ['GET of a range', example('GET', '/test.txt', '', { range: 'bytes=0-9' }, 'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41')],
  [
    'PUT with a dollar sign in the key',
    example(
      'PUT',
      '/test%24file.text',
      '',
      {
        date: 'Fri, 24 May 2013 00:00:00 GMT',
        'x-amz-date': '20130524T000000Z',
        'x-amz-storage-class': 'REDUCED_REDUNDANCY',
        'x-amz-content-sha256': '44ce7dd67c959e0d3524ffac1771dfbba87d2b6b4b4e99e42034a8b803f8b072',
      },
      '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
    ),
  ],
  ['a parameter without a value', example('GET', '/', 'lifecycle', {}, 'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543')],
  ['a list', example('GET', '/', 'max-keys=2&prefix=J', {}, '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7')],
]

describe('what AWS publishes', () => {
  test.each(examples)('%s', (_what, request) => {
    expect(verify(request, exampleTime).signature.keyId).toBe(keyId)
    expect(codeOf(() => verify({ ...request, method: 'DELETE' }, exampleTime))).toBe('SignatureDoesNotMatch')
    expect(codeOf(() => verify(request, exampleTime, `${secret}.`))).toBe('SignatureDoesNotMatch')
  })

  const presigned: ReceivedRequest = {
    method: 'GET',
    path: '/test.txt',
    search:
      'X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=AKIAIOSFODNN7EXAMPLE%2F20130524%2Fus-east-1%2Fs3%2Faws4_request&X-Amz-Date=20130524T000000Z&X-Amz-Expires=86400&X-Amz-SignedHeaders=host&X-Amz-Signature=aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404',
    headers: { host: 'examplebucket.s3.amazonaws.com' },
    hosts: ['examplebucket.s3.amazonaws.com'],
  }
  test('a presigned URL, until it expires', () => {
    expect(verify(presigned, exampleTime).signature.payload).toBe('UNSIGNED-PAYLOAD')
    expect(verify(presigned, exampleTime + 86_399_999).signature.expiresIn).toBe(86_400)
    expect(codeOf(() => verify(presigned, exampleTime + 86_400_000))).toBe('AccessDenied')
    expect(codeOf(() => verify(presigned, exampleTime - 15 * 60_000 - 1))).toBe('RequestTimeTooSkewed')
  })
  test.each([
    ['a token of another protocol beside it', { authorization: 'Bearer x.y.z' }, undefined],
    ['a signature of another key beside it', { authorization: 'AWS4-HMAC-SHA256 Credential=x, SignedHeaders=host, Signature=0' }, undefined],
    ['a host that a proxy changed', { host: '127.0.0.1:8080' }, undefined],
    ['a header that makes another call of it', { 'x-amz-copy-source': 'other/key' }, 'AccessDenied'],
    ['a body in chunks that it does not speak of', { 'x-amz-content-sha256': 'STREAMING-UNSIGNED-PAYLOAD-TRAILER' }, 'AccessDenied'],
  ])('a presigned URL with %s', (_what, headers, code) => {
    expect(codeOf(() => verify({ ...presigned, headers: { ...presigned.headers, ...headers } }, exampleTime))).toBe(code)
  })
  test.each([
    ['X-Amz-Expires=604801', 'AuthorizationQueryParametersError'],
    ['X-Amz-Expires=0', 'AuthorizationQueryParametersError'],
    ['X-Amz-Expires=86401', 'SignatureDoesNotMatch'],
    ['X-Amz-Expires=86400&X-Amz-Expires=86400', 'AuthorizationQueryParametersError'],
    ['', 'AuthorizationQueryParametersError'],
  ])('a presigned URL with %s', (part, code) => {
    expect(codeOf(() => verify({ ...presigned, search: presigned.search.replace('X-Amz-Expires=86400', part) }, exampleTime))).toBe(code)
  })

  const headers = {
    'content-encoding': 'aws-chunked',
    'x-amz-decoded-content-length': '66560',
    'x-amz-storage-class': 'REDUCED_REDUNDANCY',
  }
  const chunked = {
    ...example(
      'PUT',
      '/examplebucket/chunkObject.txt',
      '',
      { ...headers, 'content-length': '66824', 'x-amz-content-sha256': 'STREAMING-AWS4-HMAC-SHA256-PAYLOAD', host: 's3.amazonaws.com' },
      '4f232c4386841ef735655705268965c44a0e4690baa4adea153f7db9fa80a0a9',
    ),
    hosts: ['s3.amazonaws.com'],
  }
  const body = (last = 'b6c6ea8a5354eaf15b3cb7646744f4275b71ea724fed81ceb9323e279d449df9', byte = 'a'): string =>
    `10000;chunk-signature=ad80c730a21e5b8d04586a2213dd63b9a0e99e0e2307b0ade35a65485a288648\r\n${'a'.repeat(65_536)}\r\n` +
    `400;chunk-signature=0055627c9e194cb4542bae2aa5492e3c1575bbb81b612b7d234b86a503ef5497\r\n${byte}${'a'.repeat(1023)}\r\n` +
    `0;chunk-signature=${last}\r\n\r\n`
  test('a body in signed chunks', async () => {
    expect((await read(chunked, body())).equals(Buffer.alloc(66_560, 'a'))).toBe(true)
    await expect(read(chunked, body(undefined, 'b'))).rejects.toMatchObject({ code: 'SignatureDoesNotMatch' })
    await expect(read(chunked, body('b'.repeat(64)))).rejects.toMatchObject({ code: 'SignatureDoesNotMatch' })
    await expect(read(chunked, body().slice(0, -80))).rejects.toMatchObject({ code: 'IncompleteBody' })
    await expect(read(chunked, `${body()}more`)).rejects.toMatchObject({ code: 'InvalidRequest' })
  })

  const trailing = {
    ...example(
      'PUT',
      '/examplebucket/chunkObject.txt',
      '',
      {
        ...headers,
        'x-amz-content-sha256': 'STREAMING-AWS4-HMAC-SHA256-PAYLOAD-TRAILER',
        'x-amz-trailer': 'x-amz-checksum-crc32c',
        host: 's3.amazonaws.com',
      },
      '106e2a8a18243abcf37539882f36619c00e2dfc72633413f02d3b74544bfeb8e',
    ),
    hosts: ['s3.amazonaws.com'],
  }
  const withTrailer = (crc = 'sOO8/Q=='): string =>
    `10000;chunk-signature=b474d8862b1487a5145d686f57f013e54db672cee1c953b3010fb58501ef5aa2\r\n${'a'.repeat(65_536)}\r\n` +
    `400;chunk-signature=1c1344b170168f8e65b41376b44b20fe354e373826ccbbe2c1d40a8cae51e5c7\r\n${'a'.repeat(1_024)}\r\n` +
    `0;chunk-signature=2ca2aba2005185cf7159c6277faf83795951dd77a3a99e6e65d5c9f85863f992\r\nx-amz-checksum-crc32c:${crc}\r\n` +
    'x-amz-trailer-signature:d81f82fc3505edab99d459891051a732e8730629a2e4a59689829ca17fe2e435\r\n\r\n'
  test('a body in signed chunks with a trailer', async () => {
    expect((await read(trailing, withTrailer())).length).toBe(66_560)
    await expect(read(trailing, withTrailer('AAAA/Q=='))).rejects.toMatchObject({ code: 'BadDigest' })
    await expect(read(trailing, withTrailer().replace(/x-amz-trailer-signature:d8/, 'x-amz-trailer-signature:d9'))).rejects.toMatchObject({
      code: 'SignatureDoesNotMatch',
    })
  })
})

async function read(request: ReceivedRequest, body: string): Promise<Buffer> {
  const { signature, chain } = verify(request, exampleTime)
  // cut where nothing ends
  const pieces = body.match(/[^]{1,4099}/g) ?? []
  const payload = openPayload({
    headers: request.headers,
    body: Readable.from(pieces.map((piece) => Buffer.from(piece))),
    payload: signature.payload,
    chain,
  })
  return Buffer.concat(await Array.fromAsync(payload.content))
}

describe('what the SDK of AWS signs', () => {
  const keys = [
    'plain.txt',
    'a b+c&d=e?f#g%25.txt',
    "quotes!'()*~-_.txt",
    'folder//double/',
    'Grüße/日本語 🎉.txt',
    'semi;colon:@$,.txt',
    '.../dots.txt',
  ]
  const endpoint = 'https://cloud.example/base/api/abcdefghijklmnopqrst/storage/v1/s3'
  const capture = async (command: PutObjectCommand | ListObjectsV2Command) => {
    const caught: { request?: ReceivedRequest; body: Buffer } = { body: Buffer.alloc(0) }
    const client = new S3Client({
      region: 'eu-central-1',
      endpoint,
      forcePathStyle: true,
      credentials: { accessKeyId: keyId, secretAccessKey: secret, sessionToken: 'a.jwt.token' },
      requestHandler: {
        async handle(request: { method: string; path: string; query: Record<string, string>; headers: Record<string, string>; body: unknown }) {
          const search = Object.entries(request.query).map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
          caught.request = { ...request, search: search.join('&'), hosts: [request.headers['host']!] }
          const sent = request.body
          if (typeof sent === 'string' || sent instanceof Uint8Array) caught.body = Buffer.from(sent)
          else if (sent !== undefined)
            caught.body = Buffer.concat((await Array.fromAsync(sent as AsyncIterable<Uint8Array>)).map((piece) => Buffer.from(piece)))
          throw new Error('caught')
        },
      },
      maxAttempts: 1,
      logger: { trace() {}, debug() {}, info() {}, warn() {}, error() {} },
    })
    await expect(client.send(command as PutObjectCommand)).rejects.toThrow('caught')
    return { request: caught.request!, body: caught.body }
  }

  test.each(keys)('a PUT of %s, with a checksum', async (Key) => {
    const { request, body } = await capture(new PutObjectCommand({ Bucket: 'bucket', Key, Body: 'hello', Metadata: { note: 'two  spaces' } }))
    const { signature, chain } = verify(request, Date.now())
    expect(signature).toMatchObject({ keyId, region: 'eu-central-1', sessionToken: 'a.jwt.token' })
    const payload = openPayload({ headers: request.headers, body: Readable.from([body]), payload: signature.payload, chain })
    expect(Buffer.concat(await Array.fromAsync(payload.content)).toString()).toBe('hello')
    expect(Object.keys(payload.checksums())).toEqual(['x-amz-checksum-crc32'])
    expect(codeOf(() => verify({ ...request, path: `${request.path}x` }, Date.now()))).toBe('SignatureDoesNotMatch')
    expect(codeOf(() => verify(request, Date.now() + 16 * 60_000))).toBe('RequestTimeTooSkewed')
    const altered = openPayload({ headers: request.headers, body: Readable.from([Buffer.from('jello')]), payload: signature.payload, chain })
    await expect(Array.fromAsync(altered.content)).rejects.toMatchObject({
      code: expect.stringMatching(/BadDigest|XAmzContentSHA256Mismatch/) as string,
    })
  })

  test.each(['CRC32', 'CRC32C', 'CRC64NVME', 'SHA1', 'SHA256'] as const)('a stream with the trailer %s', async (ChecksumAlgorithm) => {
    const content = Buffer.from('0123456789abcdef'.repeat(20_000))
    const Body = Readable.from([content.subarray(0, 100_001), content.subarray(100_001)])
    const { request, body } = await capture(new PutObjectCommand({ Bucket: 'b', Key: 'k', Body, ContentLength: content.length, ChecksumAlgorithm }))
    const { signature, chain } = verify(request, Date.now())
    expect(signature.payload).toBe('STREAMING-UNSIGNED-PAYLOAD-TRAILER')
    const open = (bytes: Buffer) => openPayload({ headers: request.headers, body: Readable.from([bytes]), payload: signature.payload, chain })
    expect(Buffer.concat(await Array.fromAsync(open(body).content)).equals(content)).toBe(true)
    const altered = Buffer.from(body)
    altered[1_000]! ^= 1
    await expect(Array.fromAsync(open(altered).content)).rejects.toMatchObject({ code: 'BadDigest' })
  })

  test('a list, whose parameters hold everything that is escaped', async () => {
    const { request } = await capture(new ListObjectsV2Command({ Bucket: 'b', Prefix: "a b+c/ü&='()*!~", Delimiter: '/', ContinuationToken: 'x==' }))
    verify(request, Date.now())
    // the order of a query says nothing
    verify({ ...request, search: request.search.split('&').toReversed().join('&') }, Date.now())
    expect(codeOf(() => verify({ ...request, search: `${request.search}&max-keys=1` }, Date.now()))).toBe('SignatureDoesNotMatch')
  })

  test.each(keys)('a URL to %s that was signed beforehand', async (key) => {
    class Sha256 {
      readonly #hash: ReturnType<typeof createHash> | ReturnType<typeof createHmac>
      constructor(secretKey?: string | Uint8Array) {
        this.#hash = secretKey === undefined ? createHash('sha256') : createHmac('sha256', secretKey)
      }
      update(data: Uint8Array | string): void {
        this.#hash.update(data)
      }
      async digest(): Promise<Uint8Array> {
        return this.#hash.digest()
      }
      reset(): void {}
    }
    const signer = new SignatureV4({
      region: 'local',
      service: 's3',
      uriEscapePath: false,
      sha256: Sha256 as never,
      credentials: { accessKeyId: keyId, secretAccessKey: secret },
    })
    const path = `/api/x/storage/v1/s3/b/${key
      .split('/')
      .map((part) => encodeURIComponent(part).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`))
      .join('/')}`
    const url = {
      method: 'PUT',
      protocol: 'https:',
      hostname: 'cloud.example',
      path,
      query: {},
      headers: { host: 'cloud.example', 'x-amz-meta-note': 'a b', 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD' },
    }
    const { query } = await signer.presign(url, { expiresIn: 604_800 })
    const search = Object.entries(query!).map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`)
    const request = { method: 'PUT', path, search: search.join('&'), headers: { host: 'cloud.example' }, hosts: ['127.0.0.1:1', 'cloud.example'] }
    verify(request, Date.now())
    // links are escaped anew on their way, more than AWS does or less
    verify({ ...request, path: path.replaceAll('%20', '%20').replace("'", '%27').replaceAll('%7E', '~') }, Date.now())
    expect(codeOf(() => verify({ ...request, method: 'GET' }, Date.now()))).toBe('SignatureDoesNotMatch')
  })
})

describe('a header that says no signature', () => {
  const request = example('GET', '/', '', {}, 'a'.repeat(64))
  const withAuthorization = (authorization: string): ReceivedRequest => ({ ...request, headers: { ...request.headers, authorization } })
  test.each([
    ['AWS AKID:sig', 'InvalidRequest'],
    ['Basic abc', 'AuthorizationHeaderMalformed'],
    ['AWS4-HMAC-SHA256 Credential=a/20130524/us-east-1/s3/aws4_request', 'AuthorizationHeaderMalformed'],
    [
      `AWS4-HMAC-SHA256 Credential=a/20130524/us-east-1/sqs/aws4_request,SignedHeaders=host,Signature=${'a'.repeat(64)}`,
      'AuthorizationHeaderMalformed',
    ],
    [
      `AWS4-HMAC-SHA256 Credential=a/20130525/us-east-1/s3/aws4_request,SignedHeaders=host,Signature=${'a'.repeat(64)}`,
      'AuthorizationHeaderMalformed',
    ],
    [
      `AWS4-HMAC-SHA256 Credential=a/20130524/us-east-1/s3/aws4_request,SignedHeaders=x-amz-date,Signature=${'a'.repeat(64)}`,
      'AuthorizationHeaderMalformed',
    ],
    [`AWS4-HMAC-SHA256 Credential=a/20130524/us-east-1/s3/aws4_request,SignedHeaders=host,Signature=${'a'.repeat(64)}`, 'SignatureDoesNotMatch'],
    [
      `AWS4-HMAC-SHA256 Credential=a/20130524/us-east-1/s3/aws4_request,SignedHeaders=host,Signature=${'A'.repeat(64)}`,
      'AuthorizationHeaderMalformed',
    ],
  ])('%s', (authorization, code) => {
    expect(codeOf(() => verify(withAuthorization(authorization), exampleTime))).toBe(code)
  })
  test('none is no fault here: others may ask without one', () => {
    expect(readSignature({ ...request, headers: {} }, [])).toBeNull()
    expect(readSignature(withAuthorization('Bearer x'), [])).toBeNull()
  })
  test('headers that decide something must be signed', () => {
    const more = { ...request, headers: { ...request.headers, 'x-amz-acl': 'public-read' } }
    expect(codeOf(() => verify(more, exampleTime))).toBe('AccessDenied')
  })
})
