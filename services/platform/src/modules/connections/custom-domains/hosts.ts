import { hostname } from 'node:os'

/** The name or address that people know the installation by; null where none was configured, or it is this machine's own. */
export function publicHost(publicUrl: string | null): string | null {
  if (publicUrl === null) return null
  const host = new URL(publicUrl).hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
  return host === 'localhost' || host.endsWith('.localhost') ? null : host
}

/** Names that are the installation's own. */
export function ownNames(publicUrl: string | null): string[] {
  return [publicHost(publicUrl), hostname().toLowerCase()].filter((name) => name !== null)
}
