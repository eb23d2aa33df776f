import { authUsersAtOnce } from '@colonnade/contracts/auth/users'
import { Button, ConfirmDialog, toast } from '@colonnade/ui'
import { useState } from 'react'
import { useChangeMany } from './mutations.ts'

export interface BulkBarProps {
  readonly projectRef: string
  readonly ids: readonly string[]
  readonly onDone: () => void
}

const texts = {
  ban: { title: 'Ban', done: 'banned', description: 'They are signed out and can’t sign in until somebody lets them in again.' },
  unban: { title: 'Unban', done: 'let in again', description: 'They can sign in again.' },
  delete: {
    title: 'Delete',
    done: 'deleted',
    description:
      'They are deleted for good, with their sessions, factors and identities, and with rows of your tables that are deleted along with them.',
  },
} as const
type Action = keyof typeof texts

/** What can be done to the users that are chosen, all or none. */
export function BulkBar({ projectRef, ids, onDone }: BulkBarProps) {
  const change = useChangeMany(projectRef)
  const [action, setAction] = useState<Action | null>(null)
  const isTooMany = ids.length > authUsersAtOnce
  const count = ids.length === 1 ? '1 user' : `${ids.length.toLocaleString('en')} users`
  return (
    <section aria-label="Selected users" className="sticky top-0 z-20 flex flex-wrap items-center gap-2 rounded-lg border bg-raised px-3 py-2">
      <span className="mr-auto text-sm">
        {count} selected{isTooMany && `; at most ${authUsersAtOnce.toLocaleString('en')} can be changed at once`}
      </span>
      <Button size="sm" onClick={onDone}>
        Clear selection
      </Button>
      <Button size="sm" disabled={isTooMany} onClick={() => setAction('ban')}>
        Ban
      </Button>
      <Button size="sm" disabled={isTooMany} onClick={() => setAction('unban')}>
        Unban
      </Button>
      <Button size="sm" variant="danger" disabled={isTooMany} onClick={() => setAction('delete')}>
        Delete
      </Button>
      {action !== null && (
        <ConfirmDialog
          isOpen
          onOpenChange={(isOpen) => !isOpen && setAction(null)}
          title={`${texts[action].title} ${count}?`}
          description={texts[action].description}
          confirmLabel={`${texts[action].title} ${count}`}
          isDanger={action !== 'unban'}
          {...(action === 'delete' && { typedName: `delete ${count}` })}
          onConfirm={async () => {
            const { changed } = await change.mutateAsync({ ids: [...ids], action })
            toast.success(`${changed === 1 ? '1 user was' : `${changed.toLocaleString('en')} users were`} ${texts[action].done}`)
            onDone()
          }}
        />
      )}
    </section>
  )
}
