import { hostname } from 'node:os'

/** Returns the installation's public name or address; null if none is configured, or it's this machine's own. */
export function publicHost(publicUrl: string | null): string | null {
  if (publicUrl === null) return null
  const host = new URL(publicUrl).hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
  return host === 'localhost' || host.endsWith('.localhost') ? null : host
}

/** Returns the installation's own names. */
export function ownNames(publicUrl: string | null): string[] {
  return [publicHost(publicUrl), hostname().toLowerCase()].filter((name) => name !== null)
}
