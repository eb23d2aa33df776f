import { Loading, RelativeTime, Skeleton } from '@colonnade/ui'
import { useQuery } from '@tanstack/react-query'
import { ErrorNotice } from '../../../lib/error-notice.tsx'
import { ItemRow } from '../../../lib/lists/item-row.tsx'
import { userLogQuery } from '../queries.ts'
import { logTabText } from './messages.ts'

/** What a user did, and what was done to them. */
export function LogTab({ projectRef, id }: { readonly projectRef: string; readonly id: string }) {
  const { data: entries, error, refetch } = useQuery(userLogQuery(projectRef, id))
  if (entries === undefined) {
    return error === null ? (
      <Loading label={logTabText.list}>
        <Skeleton className="h-16 w-full" />
      </Loading>
    ) : (
      <ErrorNotice error={error} onRetry={() => void refetch()} />
    )
  }
  if (entries.length === 0) return <p className="text-soft">{logTabText.empty}</p>
  return (
    <ul className="ruled rounded-lg border">
      {entries.map((entry) => (
        <ItemRow
          key={entry.id}
          title={<span className="font-mono text-xs">{entry.action ?? 'unknown'}</span>}
          facts={
            <>
              <span>{byWhom(entry)}</span>
              {entry.ip_address !== null && <span>{entry.ip_address}</span>}
              {entry.created_at !== null && (
                <span>
                  <RelativeTime value={entry.created_at} />
                </span>
              )}
            </>
          }
        />
      ))}
    </ul>
  )
}

function byWhom({
  is_own: isOwn,
  traits,
  actor,
}: {
  readonly is_own: boolean
  readonly traits: Readonly<Record<string, unknown>>
  readonly actor: string | null
}): string {
  if (isOwn) return logTabText.byUser
  if (traits['member_id'] !== undefined) return logTabText.byMember
  return actor === null ? logTabText.byServer : logTabText.by(actor)
}
