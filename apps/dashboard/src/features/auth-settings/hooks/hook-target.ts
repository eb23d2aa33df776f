/** What a hook calls. */
export type HookKind = 'function' | 'endpoint'

const scheme = 'pg-functions://postgres/'

export const kindOf = (uri: string): HookKind => (uri.startsWith('http') ? 'endpoint' : 'function')

export const uriOf = ({ schema, name }: { readonly schema: string; readonly name: string }): string => `${scheme}${schema}/${name}`

/** Returns a new secret of Standard Webhooks: 32 random bytes. */
export function newHookSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32))
  return `v1,whsec_${btoa(String.fromCodePoint(...bytes))}`
}
