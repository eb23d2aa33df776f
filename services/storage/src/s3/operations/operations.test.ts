import { describe, expect, test } from 'vitest'
import { isUnchanged, rangeOf } from './conditions.ts'
import { findOperation } from './operations.ts'
import { requirePolicy } from './post-policy.ts'

function outcomeOf(run: () => unknown): unknown {
  try {
    return run()
  } catch (error) {
    return (error as { code: string }).code
  }
}

describe('a call', () => {
  const named = (method: string, path: string, headers = {}): unknown => {
    const url = new URL(path, 'http://host')
    const [, bucket = '', ...key] = url.pathname.split('/')
    return outcomeOf(() => findOperation(method, { bucket, key: key.join('/'), query: new Map(url.searchParams), headers }).name)
  }
  test.each([
    ['GET', '/', 'ListBuckets'],
    ['PUT', '/b', 'CreateBucket'],
    ['HEAD', '/b', 'HeadBucket'],
    ['DELETE', '/b', 'DeleteBucket'],
    ['GET', '/b?location', 'GetBucketLocation'],
    ['GET', '/b?versioning', 'GetBucketVersioning'],
    ['GET', '/b?prefix=a', 'ListObjects'],
    ['GET', '/b?list-type=2&prefix=a', 'ListObjectsV2'],
    ['GET', '/b?uploads', 'ListMultipartUploads'],
    ['POST', '/b?delete', 'DeleteObjects'],
    ['PUT', '/b/k', 'PutObject'],
    ['PUT', '/b/k?tagging', 'PutObjectTagging'],
    ['POST', '/b/k?uploads', 'CreateMultipartUpload'],
    ['PUT', '/b/k?partNumber=1&uploadId=u', 'UploadPart'],
    ['POST', '/b/k?uploadId=u', 'CompleteMultipartUpload'],
    ['DELETE', '/b/k?uploadId=u', 'AbortMultipartUpload'],
    ['GET', '/b/k?uploadId=u', 'ListParts'],
    ['GET', '/b/k?X-Amz-Signature=x&response-content-type=y', 'GetObject'],
    // what is not there must not become something else
    ['PUT', '/b?versioning', 'NotImplemented'],
    ['PUT', '/b?policy', 'NotImplemented'],
    ['DELETE', '/b?lifecycle', 'NotImplemented'],
    ['PUT', '/b/k?acl', 'NotImplemented'],
    ['GET', '/b?policy', 'NoSuchBucketPolicy'],
    ['GET', '/b?tagging', 'NoSuchTagSet'],
    ['POST', '/b', 'MethodNotAllowed'],
    ['PATCH', '/b/k', 'MethodNotAllowed'],
    ['DELETE', '/', 'MethodNotAllowed'],
  ])('%s %s is %s', (method, path, name) => {
    expect(named(method, path)).toBe(name)
  })
  test('a source makes it a copy', () => {
    expect(named('PUT', '/b/k', { 'x-amz-copy-source': 'a/b' })).toBe('CopyObject')
    expect(named('PUT', '/b/k?partNumber=1&uploadId=u', { 'x-amz-copy-source': 'a/b' })).toBe('UploadPartCopy')
  })
})

describe('a range of ten bytes', () => {
  test.each([
    ['bytes=0-3', { first: 0, last: 3 }],
    ['bytes=4-', { first: 4, last: 9 }],
    ['bytes=-3', { first: 7, last: 9 }],
    ['bytes=-30', { first: 0, last: 9 }],
    ['bytes=9-100', { first: 9, last: 9 }],
    ['bytes=10-', 'InvalidRange'],
    ['bytes=-0', 'InvalidRange'],
    ['bytes=9-1', null],
    ['bytes=0-1,3-4', null],
    ['bytes=-', null],
    ['lines=1-2', null],
    [null, null],
  ])('%s', (header, expected) => {
    expect(outcomeOf(() => rangeOf(header, 10))).toEqual(expected)
  })
})

describe('a condition', () => {
  const object = { etag: 'abc', lastModified: new Date('2026-01-02T03:04:05.678Z') }
  test.each([
    [{ 'if-none-match': '"abc"' }, true],
    [{ 'if-none-match': 'W/"abc", "x"' }, true],
    [{ 'if-none-match': '"x"', 'if-modified-since': 'Fri, 02 Jan 2026 03:04:05 GMT' }, false],
    [{ 'if-modified-since': 'Fri, 02 Jan 2026 03:04:05 GMT' }, true],
    [{ 'if-modified-since': 'Fri, 02 Jan 2026 03:04:04 GMT' }, false],
    [{ 'if-match': '"x"' }, 'PreconditionFailed'],
    [{ 'if-match': '"abc"', 'if-unmodified-since': 'Fri, 02 Jan 2015 03:04:05 GMT' }, false],
    [{ 'if-unmodified-since': 'Fri, 02 Jan 2015 03:04:05 GMT' }, 'PreconditionFailed'],
    [{ 'if-modified-since': 'yesterday' }, false],
  ])('%j', (headers, expected) => {
    expect(outcomeOf(() => isUnchanged({ headers }, object))).toBe(expected)
  })
})

describe('the policy of a form', () => {
  const now = Date.parse('2026-01-01T00:00:00Z')
  const judge = (conditions: unknown, fields: Record<string, string> = {}, expiration = '2026-01-01T01:00:00Z'): unknown => {
    const policy = Buffer.from(JSON.stringify({ expiration, conditions })).toString('base64')
    return outcomeOf(
      () => requirePolicy(policy, new Map(Object.entries({ key: 'user/a.png', policy, 'x-amz-signature': 's', ...fields })), 'photos', now).bytes,
    )
  }
  const key = ['starts-with', '$key', 'user/']
  test.each([
    ['is met', [{ bucket: 'photos' }, key, ['content-length-range', 1, 10]], {}, { least: 1, most: 10 }],
    ['covers ignored fields', [key], { 'x-ignore-x': 'y' }, { least: 0, most: Number.MAX_SAFE_INTEGER }],
    ['names another bucket', [{ bucket: 'other' }, key], {}, 'AccessDenied'],
    ['names another key', [['eq', '$key', 'user/b.png']], {}, 'AccessDenied'],
    ['does not speak of a field', [key], { acl: 'public-read' }, 'AccessDenied'],
    ['wants one type for all', [key, ['starts-with', '$Content-Type', 'image/']], { 'content-type': 'image/png,text/html' }, 'AccessDenied'],
    ['has a condition that is none', [key, ['matches', '$key', '.*']], {}, 'InvalidPolicyDocument'],
    ['has no conditions', 'none', {}, 'InvalidPolicyDocument'],
  ])('that %s', (_what, conditions, fields, expected) => {
    expect(judge(conditions, fields as Record<string, string>)).toEqual(expected)
  })
  test('holds until it expires', () => {
    expect(judge([key], {}, '2026-01-01T00:00:00Z')).toBe('AccessDenied')
  })
})
