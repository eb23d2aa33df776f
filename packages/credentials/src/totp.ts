import type { Random } from '@colonnade/core'
import { Secret, TOTP } from 'otpauth'

/** RFC 6238 with what every authenticator app takes: SHA-1, six digits, half a minute; 160 bits (RFC 4226, 4, R6). */
const periodSeconds = 30
const secretBytes = 20
/** Codes of the half minute before and after are taken too: clocks differ. */
const windowSteps = 1

/** A secret in base32 (RFC 4648). */
export function newTotpSecret(random: Random): string {
  return new Secret({ buffer: Uint8Array.from(random.bytes(secretBytes)).buffer }).base32
}

/** What apps read from a QR code (Key URI format). `account`: what they show beside the issuer, such as an email address. */
export function totpUri(secret: string, account: string, issuer = 'Colonnade'): string {
  return totpOf(secret, account, issuer).toString()
}

/** The time step that a code belongs to, or null for a wrong one. */
export function totpStep(secret: string, code: string, nowMs: number): number | null {
  const delta = totpOf(secret, '').validate({ token: code, timestamp: nowMs, window: windowSteps })
  return delta === null ? null : Math.floor(nowMs / 1000 / periodSeconds) + delta
}

function totpOf(secret: string, label: string, issuer = ''): TOTP {
  return new TOTP({ issuer, label, secret: Secret.fromBase32(secret), period: periodSeconds, digits: 6, algorithm: 'SHA1' })
}
