import type { ApiKey } from '@colonnade/contracts/api/api-keys'
import { SealedValue } from '../../lib/secrets/sealed-value.tsx'
import { SecretValue } from '../../lib/secrets/secret-value.tsx'
import { useHasApp } from '../../scope/proof/prove.ts'
import { keyValueText } from './messages.ts'
import { useRevealKey } from './mutations.ts'

/** A key itself: one that isn't secret is shown, all others are revealed. */
export function KeyValue({ projectRef, apiKey: { id, name, role, type, api_key } }: { readonly projectRef: string; readonly apiKey: ApiKey }) {
  const reveal = useRevealKey(projectRef, id)
  const hasApp = useHasApp()
  if (type === 'publishable' || (type === 'legacy' && role === 'anon')) return <SecretValue label={keyValueText.key(type, name)} value={api_key} />
  return <SealedValue label={keyValueText.key(type, name)} reveal={reveal} hasApp={hasApp} />
}
