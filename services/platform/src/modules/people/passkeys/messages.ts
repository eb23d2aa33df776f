/** Reasons why passkeys can't be used at an address. */
export const messages = {
  ipAddress: 'Passkeys don’t work at an IP address. Open Colonnade by a host name.',
  noPublicUrl: 'Passkeys need a fixed address. Set COLONNADE_PUBLIC_URL.',
  noHttps: 'Passkeys need HTTPS. Set COLONNADE_PUBLIC_URL to an https:// address.',
} as const
