import type { ApiKey } from '@colonnade/contracts/api/api-keys'
import { RelativeTime } from '@colonnade/ui'
import { callsText } from './messages.ts'

/** When, from where and by what a key was used last, and how often in all. */
export function KeyUse({ apiKey: { last_used, calls } }: { readonly apiKey: ApiKey }) {
  if (last_used === null) return <span>Never used</span>
  return (
    <>
      <span>
        Last used <RelativeTime value={last_used.at} /> from <span className="font-mono">{last_used.address}</span>
        {last_used.client !== '' && (
          <>
            {' '}
            by <span className="font-mono wrap-anywhere">{last_used.client}</span>
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
    <ul aria-label="Clients that use it" className="ruled max-h-48 overflow-y-auto rounded-md border bg-sunken text-xs">
      {clients.map(({ client, address, at, calls }) => (
        <li key={client} className="flex flex-wrap justify-between gap-x-3 px-3 py-1.5">
          <span className="font-mono wrap-anywhere">{client === '' ? 'Unnamed client' : client}</span>
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
