import type { ApiKey } from '@colonnade/contracts/api/api-keys'
import { RelativeTime } from '@colonnade/ui'
import { callsText, keyUseText } from './messages.ts'

/** Shows when, where and by which client a key was last used, and its total calls. */
export function KeyUse({ apiKey: { last_used, calls } }: { readonly apiKey: ApiKey }) {
  if (last_used === null) return <span>{keyUseText.neverUsed}</span>
  return (
    <>
      <span>
        {keyUseText.lastUsed}
        <RelativeTime value={last_used.at} />
        {keyUseText.from}
        <span className="font-mono">{last_used.address}</span>
        {last_used.client !== '' && (
          <>
            {keyUseText.by}
            <span className="font-mono wrap-anywhere">{last_used.client}</span>
          </>
        )}
      </span>
      <span className="tabular-nums">{callsText(calls)}</span>
    </>
  )
}

/** The clients of a key, for whoever is about to take it from them. */
export function KeyClients({ apiKey: { clients } }: { readonly apiKey: ApiKey }) {
  return (
    <ul aria-label={keyUseText.clients} className="ruled max-h-48 overflow-y-auto rounded-md border bg-sunken text-xs">
      {clients.map(({ client, address, at, calls }) => (
        <li key={client} className="flex flex-wrap justify-between gap-x-3 px-3 py-1.5">
          <span className="font-mono wrap-anywhere">{client === '' ? keyUseText.unnamedClient : client}</span>
          <span className="dotted text-faint">
            <span className="font-mono">{address}</span>
            <span className="tabular-nums">{callsText(calls)}</span>
            <RelativeTime value={at} />
          </span>
        </li>
      ))}
    </ul>
  )
}
