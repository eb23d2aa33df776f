import type { AuthUserDetails } from '@colonnade/contracts/auth/users'
import { Badge, Button, ConfirmDialog, RelativeTime, toast } from '@colonnade/ui'
import { useState } from 'react'
import { ItemRow } from '../../../lib/lists/item-row.tsx'
import { memberSession } from '../messages.ts'
import { useEndSessions } from '../mutations.ts'
import { titleOf } from '../user-words.ts'
import { sessionListText } from './messages.ts'

/** Where a user is signed in. */
export function SessionList({ projectRef, user }: { readonly projectRef: string; readonly user: AuthUserDetails }) {
  const end = useEndSessions(projectRef, user.id)
  const [isAsked, setIsAsked] = useState(false)
  if (user.sessions.length === 0) return <p className="text-soft">{sessionListText.empty}</p>
  return (
    <div className="flex flex-col gap-3">
      <ul className="ruled rounded-lg border">
        {user.sessions.map((session) => (
          <ItemRow
            key={session.id}
            title={
              <>
                <span className="font-medium wrap-anywhere">{session.user_agent ?? sessionListText.unknownDevice}</span>
                {session.member_id !== null && <Badge tone="warning">{memberSession}</Badge>}
                {session.aal === 'aal2' && <Badge>{sessionListText.twoFactors}</Badge>}
              </>
            }
            facts={
              <>
                {session.ip !== null && <span>{session.ip}</span>}
                {session.methods.length > 0 && <span>{session.methods.join(', ')}</span>}
                {session.created_at !== null && (
                  <span>
                    {sessionListText.started}
                    <RelativeTime value={session.created_at} />
                  </span>
                )}
                {session.not_after !== null && (
                  <span>
                    {sessionListText.ends}
                    <RelativeTime value={session.not_after} />
                  </span>
                )}
                {session.refreshed_at !== null && (
                  <span>
                    {sessionListText.refreshed}
                    <RelativeTime value={session.refreshed_at} />
                  </span>
                )}
              </>
            }
            actions={
              <Button
                size="sm"
                isPending={end.isPending && end.variables === session.id}
                onClick={() =>
                  end.mutate(session.id, {
                    onSuccess: () => toast.success(sessionListText.sessionEnded),
                    onError: (error) => toast.error(error.message),
                  })
                }
              >
                {sessionListText.end}
              </Button>
            }
          />
        ))}
      </ul>
      <div className="flex justify-end">
        <Button variant="danger" size="sm" onClick={() => setIsAsked(true)}>
          {sessionListText.endAllSessions}
        </Button>
      </div>
      <ConfirmDialog
        isOpen={isAsked}
        onOpenChange={setIsAsked}
        title={sessionListText.endAllTitle(titleOf(user))}
        description={sessionListText.endAllBody}
        confirmLabel={sessionListText.endAllSessions}
        isDanger
        onConfirm={async () => {
          await end.mutateAsync(undefined)
          toast.success(sessionListText.allSessionsEnded)
        }}
      />
    </div>
  )
}
