import { S3Error } from './errors.ts'
import type { S3Credential, S3Credentials, S3Identity } from './identity.ts'
import type { QueryParameters, ReceivedRequest } from './signatures/canonical-request.ts'
import { readSignature, type Signature } from './signatures/signature.ts'
import { type SignedChain, verifySignature } from './signatures/verify-signature.ts'

export interface Proved {
  readonly signature: Signature
  readonly chain: SignedChain
  readonly identity: S3Identity
}

/** @throws S3Error when a request isn't signed by a key of the project */
export async function authenticate(
  credentials: S3Credentials,
  ref: string,
  request: ReceivedRequest,
  query: QueryParameters,
  nowMs: number,
): Promise<Proved> {
  const signature = readSignature(request, query)
  if (signature === null) throw new S3Error('AccessDenied')
  let refusal: S3Error | null = null
  for (const { secret, identity, used } of await credentialsFor(credentials, ref, signature.keyId, signature.sessionToken)) {
    try {
      const chain = verifySignature(request, query, signature, secret, nowMs)
      used()
      return { signature, identity, chain }
    } catch (error) {
      if (!(error instanceof S3Error) || error.code !== 'SignatureDoesNotMatch') throw error
      refusal = error
    }
  }
  throw refusal ?? new S3Error('InvalidAccessKeyId')
}

/** At least one. @throws S3Error `InvalidAccessKeyId` */
export async function credentialsFor(credentials: S3Credentials, ref: string, keyId: string, token: string | null): Promise<readonly S3Credential[]> {
  const found =
    token === null ? [await credentials.find(ref, keyId)].filter((each) => each !== null) : await credentials.openSession(ref, keyId, token)
  if (found.length === 0) throw new S3Error('InvalidAccessKeyId')
  return found
}
