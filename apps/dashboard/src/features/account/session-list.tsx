import type { Session } from '@colonnade/contracts/people/sessions'
import { Badge, Button, ConfirmDialog, Panel, PanelContent, PanelHeader, RelativeTime, Skeleton, toast } from '@colonnade/ui'
import { useQuery } from '@tanstack/react-query'
import { Monitor } from 'lucide-react'
import { useRef, useState } from 'react'
import { ErrorNotice, failureText } from '../../lib/error-notice.tsx'
import { browserName } from './browser-name.ts'
import { sessionText } from './messages.ts'
import { useEndOtherSessions, useEndSession } from './mutations.ts'
import { sessionsQuery } from './queries.ts'

/** Where one is signed in; any of it can be ended from here. */
export function SessionList() {
  const { data: sessions, error, refetch } = useQuery(sessionsQuery)
  const [isEndingAll, setIsEndingAll] = useState(false)
  const endOthers = useEndOtherSessions()
  // a row that goes takes the focus with it
  const list = useRef<HTMLUListElement>(null)
  const others = sessions?.filter(({ is_current }) => !is_current).length ?? 0
  return (
    <Panel label={sessionText.sessions}>
      <PanelHeader
        title={sessionText.sessions}
        description={sessionText.description}
        aside={
          others > 0 && (
            <Button size="sm" onClick={() => setIsEndingAll(true)}>
              {sessionText.signOutOthers}
            </Button>
          )
        }
      />
      {sessions === undefined ? (
        <PanelContent>{error ? <ErrorNotice error={error} onRetry={() => void refetch()} /> : <Loading />}</PanelContent>
      ) : (
        <ul ref={list} tabIndex={-1} aria-label={sessionText.sessions} className="ruled outline-none">
          {sessions.map((session) => (
            <SessionRow key={session.id} session={session} onEnded={() => list.current?.focus()} />
          ))}
        </ul>
      )}
      <ConfirmDialog
        isOpen={isEndingAll}
        onOpenChange={setIsEndingAll}
        title={sessionText.signOutOthersTitle}
        description={sessionText.signOutOthersBody(others)}
        confirmLabel={sessionText.signOutOthers}
        onConfirm={async () => {
          await endOthers.mutateAsync()
        }}
      />
    </Panel>
  )
}

function SessionRow({ session, onEnded }: { readonly session: Session; readonly onEnded: () => void }) {
  const end = useEndSession()
  const { id, address, user_agent: agent, created_at, last_used_at, is_current } = session
  const name = browserName(agent)
  return (
    <li className="flex items-center gap-3 px-4 py-3">
      <Monitor aria-hidden className="size-4 shrink-0 text-faint" strokeWidth={1.5} />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="min-w-0 wrap-anywhere" title={agent ?? undefined}>
            {name}
          </span>
          {is_current && <Badge tone="accent">{sessionText.current}</Badge>}
        </p>
        <p className="dotted text-xs text-faint">
          {address !== null && <span className="font-mono">{address}</span>}
          <span>
            {sessionText.lastUsed}
            <RelativeTime value={last_used_at} />
          </span>
          <span>
            {sessionText.signedIn}
            <RelativeTime value={created_at} />
          </span>
        </p>
      </div>
      {!is_current && (
        <Button
          size="sm"
          aria-label={sessionText.signOutOf(name)}
          isPending={end.isPending}
          onClick={() => end.mutate(id, { onSuccess: onEnded, onError: (error) => toast.error(failureText(sessionText.signOutFailure, error)) })}
        >
          {sessionText.signOut}
        </Button>
      )}
    </li>
  )
}

function Loading() {
  return (
    <output aria-label={sessionText.loading} className="flex flex-col gap-3">
      <Skeleton className="w-1/3" />
      <Skeleton className="h-3 w-2/3" />
    </output>
  )
}
