/** Codes of the S3 API that we answer with, and their statuses (Amazon S3 API reference, "Error responses"). */
export const s3Errors = {
  AccessDenied: [403, 'Access Denied'],
  AuthorizationHeaderMalformed: [400, 'The authorization header that you provided is not valid.'],
  AuthorizationQueryParametersError: [400, 'The authorization query parameters that you provided are not valid.'],
  BadDigest: [400, 'The Content-MD5 or checksum value that you specified did not match what the server received.'],
  BucketAlreadyOwnedByYou: [409, 'The project already has a bucket of that name.'],
  BucketNotEmpty: [409, 'The bucket you tried to delete is not empty.'],
  EntityTooLarge: [400, 'Your proposed upload exceeds the maximum allowed object size.'],
  EntityTooSmall: [400, 'Your proposed upload is smaller than the minimum allowed object size.'],
  ExpiredToken: [400, 'The provided token has expired.'],
  IncompleteBody: [400, 'You did not provide the number of bytes specified by the Content-Length HTTP header.'],
  InsufficientStorage: [507, 'There is not enough space left to store the object.'],
  InternalError: [500, 'An internal error occurred. Try again.'],
  InvalidAccessKeyId: [403, 'The access key ID that you provided does not exist in our records.'],
  InvalidArgument: [400, 'Invalid argument.'],
  InvalidBucketName: [400, 'The specified bucket is not valid.'],
  InvalidDigest: [400, 'The Content-MD5 or checksum value that you specified is not valid.'],
  InvalidMimeType: [415, 'The bucket does not accept this content type.'],
  InvalidPart: [400, 'One or more of the specified parts could not be found, or their entity tags did not match.'],
  InvalidPartOrder: [400, 'The list of parts was not in ascending order. Parts must be ordered by part number.'],
  InvalidPolicyDocument: [400, 'The content of the form does not meet the conditions specified in the policy document.'],
  InvalidRange: [416, 'The requested range cannot be satisfied.'],
  InvalidRequest: [400, 'The request is not valid.'],
  InvalidToken: [400, 'The provided token is malformed or otherwise not valid.'],
  InvalidURI: [400, 'The specified URI could not be parsed.'],
  KeyTooLongError: [400, 'Your key is too long. Keys have at most 1,024 bytes.'],
  MalformedPOSTRequest: [400, 'The body of your POST request is not well-formed multipart/form-data.'],
  MalformedXML: [400, 'The XML that you provided was not well formed or did not validate against our published schema.'],
  MaxMessageLengthExceeded: [400, 'Your request was too large.'],
  MetadataTooLarge: [400, 'Your metadata headers exceed the maximum allowed metadata size.'],
  MethodNotAllowed: [405, 'The specified method is not allowed against this resource.'],
  MissingContentLength: [411, 'You must provide the Content-Length HTTP header.'],
  MissingSecurityHeader: [400, 'Your request is missing a required header.'],
  NoSuchBucket: [404, 'The specified bucket does not exist.'],
  NoSuchBucketPolicy: [404, 'The bucket policy does not exist.'],
  NoSuchCORSConfiguration: [404, 'The CORS configuration does not exist.'],
  NoSuchKey: [404, 'The specified key does not exist.'],
  NoSuchLifecycleConfiguration: [404, 'The lifecycle configuration does not exist.'],
  NoSuchTagSet: [404, 'There is no tag set associated with the bucket.'],
  NoSuchUpload: [404, 'The specified upload does not exist. The upload ID may be invalid, or the upload may have been aborted or completed.'],
  NoSuchVersion: [404, 'The specified version does not exist.'],
  NoSuchWebsiteConfiguration: [404, 'The specified bucket does not have a website configuration.'],
  NotImplemented: [501, 'A header or parameter that you provided implies functionality that is not implemented.'],
  ObjectLockConfigurationNotFoundError: [404, 'Object Lock configuration does not exist for this bucket.'],
  PreconditionFailed: [412, 'At least one of the preconditions that you specified did not hold.'],
  ReplicationConfigurationNotFoundError: [404, 'There is no replication configuration for this bucket.'],
  RequestTimeTooSkewed: [403, 'The difference between the request time and the server’s time is too large.'],
  RequestTimeout: [400, 'Your socket connection to the server was not read from or written to within the timeout period.'],
  ServerSideEncryptionConfigurationNotFoundError: [404, 'The server-side encryption configuration was not found.'],
  ServiceUnavailable: [503, 'Service is unable to handle the request. Try again.'],
  SignatureDoesNotMatch: [
    403,
    'The request signature that the server calculated does not match the signature that you provided. Check your secret access key and signing method.',
  ],
  SlowDown: [503, 'Please reduce your request rate.'],
  TooManyParts: [400, 'An upload has at most 10,000 parts.'],
  XAmzContentSHA256Mismatch: [400, 'The provided x-amz-content-sha256 header does not match what was computed.'],
} as const satisfies Readonly<Record<string, readonly [status: number, message: string]>>

export type S3ErrorCode = keyof typeof s3Errors

/** A refusal as S3 clients read it. */
export class S3Error extends Error {
  readonly code: S3ErrorCode
  readonly status: number
  /** Elements beside code and message, and headers that go with them. */
  readonly details: Readonly<Record<string, string>>

  constructor(code: S3ErrorCode, message: string = s3Errors[code][1], details: Readonly<Record<string, string>> = {}) {
    super(message)
    this.name = 'S3Error'
    this.code = code
    this.status = s3Errors[code][0]
    this.details = details
  }
}
