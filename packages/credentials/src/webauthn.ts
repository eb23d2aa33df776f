/** What makes and checks passkeys, loaded when one is used: its two hundred modules would take their part of each start. */
export function loadWebAuthn(): Promise<typeof import('@simplewebauthn/server')> {
  return import('@simplewebauthn/server')
}
