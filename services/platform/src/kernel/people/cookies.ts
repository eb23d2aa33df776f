import type { PlatformConfig } from '../config/config.ts'

/** With https, the `__Host-` prefix ties the cookie to this host (RFC 6265bis, 4.1.3.2); plain http on loopback can't use it. */
export function cookieName(config: PlatformConfig, name: string): string {
  return isSecure(config) ? `__Host-${name}` : name
}

export function sessionCookieName(config: PlatformConfig): string {
  return cookieName(config, 'colonnade_session')
}

export function isSecure(config: PlatformConfig): boolean {
  return config.publicUrl?.startsWith('https:') ?? false
}
