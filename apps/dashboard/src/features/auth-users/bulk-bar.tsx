import { authUsersAtOnce } from '@colonnade/contracts/auth/users'
import { Button, ConfirmDialog, toast } from '@colonnade/ui'
import { useState } from 'react'
import { bulkBarText } from './messages.ts'
import { useChangeMany } from './mutations.ts'

export interface BulkBarProps {
  readonly projectRef: string
  readonly ids: readonly string[]
  readonly onDone: () => void
}

const texts = {
  ban: { title: bulkBarText.ban, done: bulkBarText.banned, description: bulkBarText.banBody },
  unban: { title: bulkBarText.unban, done: bulkBarText.unbanned, description: bulkBarText.unbanBody },
  delete: {
    title: bulkBarText.delete,
    done: bulkBarText.deleted,
    description: bulkBarText.deleteBody,
  },
} as const
type Action = keyof typeof texts

/** Bans, unbans or deletes the selected users, all or none. */
export function BulkBar({ projectRef, ids, onDone }: BulkBarProps) {
  const change = useChangeMany(projectRef)
  const [action, setAction] = useState<Action | null>(null)
  const isTooMany = ids.length > authUsersAtOnce
  const count = bulkBarText.users(ids.length)
  return (
    <section
      aria-label={bulkBarText.selectedUsers}
      className="sticky top-0 z-20 flex flex-wrap items-center gap-2 rounded-lg border bg-raised px-3 py-2"
    >
      <span className="mr-auto text-sm">
        {isTooMany ? `${bulkBarText.selected(count)}. ${bulkBarText.tooMany(authUsersAtOnce)}.` : bulkBarText.selected(count)}
      </span>
      <Button size="sm" onClick={onDone}>
        {bulkBarText.clearSelection}
      </Button>
      <Button size="sm" disabled={isTooMany} onClick={() => setAction('ban')}>
        {bulkBarText.ban}
      </Button>
      <Button size="sm" disabled={isTooMany} onClick={() => setAction('unban')}>
        {bulkBarText.unban}
      </Button>
      <Button size="sm" variant="danger" disabled={isTooMany} onClick={() => setAction('delete')}>
        {bulkBarText.delete}
      </Button>
      {action !== null && (
        <ConfirmDialog
          isOpen
          onOpenChange={(isOpen) => !isOpen && setAction(null)}
          title={`${texts[action].title} ${count}?`}
          description={texts[action].description}
          confirmLabel={`${texts[action].title} ${count}`}
          isDanger={action !== 'unban'}
          {...(action === 'delete' && { typedName: bulkBarText.deletePhrase(count) })}
          onConfirm={async () => {
            const { changed } = await change.mutateAsync({ ids: [...ids], action })
            toast.success(`${bulkBarText.users(changed)} ${texts[action].done}`)
            onDone()
          }}
        />
      )}
    </section>
  )
}
