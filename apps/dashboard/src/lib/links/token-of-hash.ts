/** The token of a mailed link, out of the part of the address that no server is sent: `token=…`. Empty where there is none. */
export function tokenOfHash(hash: string): string {
  return new URLSearchParams(hash.replace(/^#/, '')).get('token') ?? ''
}
