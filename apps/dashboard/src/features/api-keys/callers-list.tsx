import { RelativeTime, Skeleton } from '@colonnade/ui'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { messageOf } from '../../lib/error-notice.tsx'
import { useIsAllowed } from '../../scope/permissions.ts'
import { callersTitle, noCallersText, unknownCallersText, callersListText } from './messages.ts'
import { apiKeysQuery } from './queries.ts'
import { recentCallers } from './recent-callers.ts'

/** Who called the API of a project lately, for whoever is about to refuse them. */
export function CallersList({ projectRef }: { readonly projectRef: string }) {
  const mayRead = useIsAllowed(projectRef)('service_keys:read')
  // somebody may have called since the list was loaded
  const { data: keys, error } = useQuery({ ...apiKeysQuery(projectRef), enabled: mayRead, refetchOnMount: 'always' })
  const [openedAt] = useState(() => Date.now())
  if (!mayRead) return <p className="text-sm">{unknownCallersText}</p>
  if (keys === undefined) {
    return error === null ? (
      <output aria-label={callersListText.loadingCallers}>
        <Skeleton className="w-2/3" />
      </output>
    ) : (
      <p className="text-sm">
        {unknownCallersText} {messageOf(error)}
      </p>
    )
  }
  const callers = recentCallers(keys, openedAt)
  if (callers.length === 0) return <p className="text-sm">{noCallersText}</p>
  return (
    <div className="flex flex-col gap-1.5">
      <p className="text-sm">{callersTitle}</p>
      <ul aria-label={callersTitle} className="ruled max-h-48 overflow-y-auto rounded-md border bg-sunken text-xs">
        {callers.map(({ client, address, at, key }) => (
          <li key={`${key} ${client}`} className="flex flex-wrap justify-between gap-x-3 px-3 py-1.5">
            <span className="font-mono wrap-anywhere">{client === '' ? callersListText.unnamedClient : client}</span>
            <span className="dotted text-faint">
              <span>{key}</span>
              <span className="font-mono">{address}</span>
              <RelativeTime value={at} />
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}
