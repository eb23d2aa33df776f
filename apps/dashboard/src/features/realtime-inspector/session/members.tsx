import { Button } from '@colonnade/ui'
import { useMutation } from '@tanstack/react-query'
import { membersText } from '../messages.ts'
import type { Session } from './session.ts'
import type { Member } from './session-state.ts'

export interface MembersProps {
  readonly session: Session
  readonly members: readonly Member[]
  readonly isTracked: boolean
}

/** Most members shown by name. */
const namedMost = 20

/** Lists members who share their presence, and toggles the inspector's own. */
export function Members({ session, members, isTracked }: MembersProps) {
  const track = useMutation({
    mutationFn: async () => {
      const reply = await session.track(isTracked ? null : { client: 'Colonnade Realtime Inspector', since: new Date().toISOString() })
      if (reply !== 'ok') throw new Error(membersText.failed)
    },
  })
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-lg border bg-surface px-3 py-2">
      <h2 className="text-xs font-medium">
        {membersText.title} <span className="text-faint tabular-nums">{members.length}</span>
      </h2>
      <ul aria-label={membersText.title} className="flex min-w-0 flex-1 flex-wrap gap-1.5 text-xs">
        {members.slice(0, namedMost).map(({ key, shown }) => (
          <li key={key} title={JSON.stringify(shown, null, 2)} className="max-w-48 truncate rounded-full border bg-hover px-2 font-mono">
            {key}
            {shown.length > 1 && <span className="text-faint"> ×{shown.length}</span>}
          </li>
        ))}
        {members.length > namedMost && <li className="text-faint">{membersText.more(members.length - namedMost)}</li>}
        {members.length === 0 && <li className="text-faint">{membersText.none}</li>}
      </ul>
      <Button size="sm" isPending={track.isPending} onClick={() => track.mutate()}>
        {isTracked ? membersText.untrack : membersText.track}
      </Button>
      {track.error !== null && (
        <p role="alert" className="w-full text-xs text-danger">
          {track.error.message}
        </p>
      )}
    </div>
  )
}
