import {
  createHmac,
  createPrivateKey,
  createPublicKey,
  createSecretKey,
  type KeyObject,
  sign,
  timingSafeEqual,
  verify,
  type webcrypto,
} from 'node:crypto'

/** Algorithms that tokens are signed with (RFC 7518, 3.1; RFC 8037, 3.1). */
export type KeyAlgorithm = 'ES256' | 'RS256' | 'EdDSA' | 'HS256'

/** A key in JSON (RFC 7517). Fields from outside may be of any type; importing checks them. */
export type Jwk = webcrypto.JsonWebKey & { readonly kid?: string }

interface Algorithm {
  /** A shared secret both signs and verifies, so it is never published. */
  readonly isShared: boolean
  /** How a JWK names keys of this algorithm (RFC 7518, 6.1; RFC 8037, 2). */
  readonly form: { readonly kty: string; readonly crv?: string }
  /** Whether a key is of the right kind and size. */
  fits(key: KeyObject): boolean
  sign(key: KeyObject, data: Buffer): Buffer
  verify(key: KeyObject, data: Buffer, signature: Buffer): boolean
}

/** A hash value's size for HMAC, and the usual minimum for RSA (RFC 7518, 3.2 and 3.3). */
const secretBytesLeast = 32
const modulusBitsLeast = 2_048
/** Larger moduli only make verification slow. */
const modulusBitsMost = 8_192

const hmac = (key: KeyObject, data: Buffer): Buffer => createHmac('sha256', key).update(data).digest()

export const algorithms: Readonly<Record<KeyAlgorithm, Algorithm>> = {
  ES256: {
    isShared: false,
    form: { kty: 'EC', crv: 'P-256' },
    fits: (key) => key.asymmetricKeyType === 'ec' && key.asymmetricKeyDetails?.namedCurve === 'prime256v1',
    // JWS joins r and s (RFC 7518, 3.4), where OpenSSL writes DER unless told
    sign: (key, data) => sign('sha256', data, { key, dsaEncoding: 'ieee-p1363' }),
    verify: (key, data, signature) => verify('sha256', data, { key, dsaEncoding: 'ieee-p1363' }, signature),
  },
  RS256: {
    isShared: false,
    form: { kty: 'RSA' },
    fits: (key) => {
      const bits = key.asymmetricKeyDetails?.modulusLength ?? 0
      return key.asymmetricKeyType === 'rsa' && bits >= modulusBitsLeast && bits <= modulusBitsMost
    },
    sign: (key, data) => sign('sha256', data, key),
    verify: (key, data, signature) => verify('sha256', data, key, signature),
  },
  EdDSA: {
    isShared: false,
    form: { kty: 'OKP', crv: 'Ed25519' },
    fits: (key) => key.asymmetricKeyType === 'ed25519',
    sign: (key, data) => sign(null, data, key),
    verify: (key, data, signature) => verify(null, data, key, signature),
  },
  HS256: {
    isShared: true,
    form: { kty: 'oct' },
    fits: (key) => key.type === 'secret' && (key.symmetricKeySize ?? 0) >= secretBytesLeast,
    sign: hmac,
    verify(key, data, signature) {
      const expected = hmac(key, data)
      return expected.length === signature.length && timingSafeEqual(expected, signature)
    },
  },
}

/** The algorithm that a JWK is for, by its type and curve; null for kinds that tokens aren't signed with. */
export function algorithmOf({ kty, crv }: Jwk): KeyAlgorithm | null {
  const names = Object.keys(algorithms) as KeyAlgorithm[]
  return names.find((name) => algorithms[name].form.kty === kty && algorithms[name].form.crv === (crv ?? undefined)) ?? null
}

/** The halves of a JWK's key. `signing` is null where the JWK has only the public half. @throws Error of OpenSSL for a malformed key */
export function readHalves(jwk: Jwk): { readonly signing: KeyObject | null; readonly verifying: KeyObject } {
  if (jwk.kty === 'oct') {
    const secret = createSecretKey(Buffer.from(jwk.k ?? '', 'base64url'))
    return { signing: secret, verifying: secret }
  }
  if (jwk.d === undefined) return { signing: null, verifying: createPublicKey({ key: jwk, format: 'jwk' }) }
  const signing = createPrivateKey({ key: jwk, format: 'jwk' })
  return { signing, verifying: createPublicKey(signing) }
}
