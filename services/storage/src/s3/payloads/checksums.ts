import { createHash, type Hash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { S3Error } from '../errors.ts'
import { type Crc, crc32, crc32c, crc64nvme } from './crc.ts'

/** Checks of bodies by what their header or trailer begins with `x-amz-checksum-`. */
const algorithms = {
  crc32: { bytes: 4, make: (): Crc => crc32() },
  crc32c: { bytes: 4, make: (): Crc => crc32c() },
  crc64nvme: { bytes: 8, make: (): Crc => crc64nvme() },
  sha1: { bytes: 20, make: (): Hash => createHash('sha1') },
  sha256: { bytes: 32, make: (): Hash => createHash('sha256') },
} as const

export type ChecksumAlgorithm = keyof typeof algorithms

/** What is compared with a body once it has ended. */
export interface Check {
  update(data: Uint8Array): void
  /** @throws S3Error when the body is another one */
  finish(): void
}

const headerStart = 'x-amz-checksum-'

/** `x-amz-checksum-type` says how parts are joined, and is none itself. */
const otherHeaders: ReadonlySet<string> = new Set(['type', 'mode', 'algorithm'])

export function isChecksumHeader(name: string): boolean {
  return name.startsWith(headerStart) && !otherHeaders.has(name.slice(headerStart.length))
}

/** @throws S3Error `InvalidRequest` for an algorithm that we don't have */
export function algorithmOf(header: string): ChecksumAlgorithm {
  const name = header.slice(headerStart.length)
  if (!Object.hasOwn(algorithms, name)) throw new S3Error('NotImplemented', `The checksum algorithm ${name} is not supported.`)
  return name as ChecksumAlgorithm
}

export function startChecksum(algorithm: ChecksumAlgorithm): Crc | Hash {
  return algorithms[algorithm].make()
}

/** Checks that the headers of a request ask for: `Content-MD5` and `x-amz-checksum-*`. */
export function checksOf(headers: IncomingHttpHeaders): readonly Check[] {
  const checks: Check[] = []
  const md5 = headers['content-md5']
  if (typeof md5 === 'string') checks.push(checkOf(createHash('md5'), valueOf(md5, 16, 'InvalidDigest'), 'Content-MD5'))
  const given = Object.keys(headers).filter(isChecksumHeader)
  if (given.length > 1) throw new S3Error('InvalidRequest', 'Expecting a single x-amz-checksum- header. Multiple checksum types are not allowed.')
  for (const name of given) checks.push(checksumCheck(name, String(headers[name])))
  return checks
}

/** @param name of the header or trailer, in lower case */
export function checksumCheck(name: string, value: string, running?: Crc | Hash): Check {
  const algorithm = algorithmOf(name)
  return checkOf(running ?? startChecksum(algorithm), valueOf(value, algorithms[algorithm].bytes, 'InvalidRequest'), name)
}

/** The SHA-256 that was signed in place of the body. */
export function signedHashCheck(hex: string): Check {
  const hash = createHash('sha256')
  return {
    update: (data) => void hash.update(data),
    finish() {
      const computed = hash.digest('hex')
      if (computed !== hex) {
        throw new S3Error('XAmzContentSHA256Mismatch', undefined, { ClientComputedContentSHA256: hex, S3ComputedContentSHA256: computed })
      }
    },
  }
}

function checkOf(running: Crc | Hash, expected: Buffer, name: string): Check {
  return {
    update: (data) => void running.update(data),
    finish() {
      const computed = running.digest()
      if (computed.equals(expected)) return
      const message =
        name === 'Content-MD5'
          ? 'The Content-MD5 you specified did not match what we received.'
          : `The ${name} you specified did not match the calculated checksum.`
      throw new S3Error('BadDigest', message, { ExpectedDigest: expected.toString('base64'), CalculatedDigest: computed.toString('base64') })
    },
  }
}

function valueOf(base64: string, bytes: number, code: 'InvalidDigest' | 'InvalidRequest'): Buffer {
  const value = Buffer.from(base64, 'base64')
  if (value.length === bytes && /^[A-Za-z0-9+/]+={0,2}$/.test(base64)) return value
  throw code === 'InvalidDigest'
    ? new S3Error('InvalidDigest')
    : new S3Error('InvalidRequest', `Value for x-amz-checksum header is invalid: ${base64.slice(0, 100)}`)
}
