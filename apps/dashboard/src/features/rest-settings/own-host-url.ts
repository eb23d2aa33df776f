/** Returns the URL at which a project has a host of its own, `https://<ref>.<host>`; null where the installation is known by an address only. */
export function ownHostUrl(projectUrl: string, ref: string): string | null {
  const { protocol, hostname, port } = new URL(projectUrl)
  const isAddress = hostname.startsWith('[') || /^[\d.]+$/.test(hostname)
  return isAddress ? null : `${protocol}//${ref}.${hostname}${port === '' ? '' : `:${port}`}`
}
