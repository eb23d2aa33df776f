import type { Person } from '@colonnade/contracts/installation/installation'
import { Avatar, Badge, Button, ConfirmDialog, RelativeTime } from '@colonnade/ui'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSettled } from '../../lib/late/use-settled.ts'
import { pagesOf } from '../../lib/paged-list/pages.ts'
import { settleMs } from './limits.ts'
import { peopleListText } from './messages.ts'
import { useEndSessions } from './mutations.ts'
import { peopleQuery } from './queries.ts'
import { RemovePersonDialog } from './remove-person-dialog.tsx'
import { SearchedList } from './searched-list.tsx'

/** Everybody who has an account, and what they belong to. */
export function PeopleList() {
  const [search, setSearch] = useState('')
  const [removing, setRemoving] = useState<Person | null>(null)
  const [leaving, setLeaving] = useState<Person | null>(null)
  const end = useEndSessions()
  const pages = pagesOf(useInfiniteQuery(peopleQuery(useSettled(search, settleMs))))
  return (
    <>
      <SearchedList
        label={peopleListText.people}
        search={search}
        onSearch={setSearch}
        pages={pages}
        keyOf={({ id }) => id}
        renderItem={(person) => <PersonRow person={person} onSignOut={() => setLeaving(person)} onRemove={() => setRemoving(person)} />}
      />
      <ConfirmDialog
        isOpen={leaving !== null}
        onOpenChange={(isOpen) => !isOpen && setLeaving(null)}
        title={peopleListText.signOutEverywhere(leaving?.username ?? '')}
        description={peopleListText.endsAllTheirSessions}
        confirmLabel={peopleListText.signOut}
        isDanger
        onConfirm={async () => {
          if (leaving) await end.mutateAsync(leaving.id)
        }}
      />
      <RemovePersonDialog person={removing} onClose={() => setRemoving(null)} />
    </>
  )
}

interface PersonRowProps {
  readonly person: Person
  readonly onSignOut: () => void
  readonly onRemove: () => void
}

function PersonRow({ person, onSignOut, onRemove }: PersonRowProps) {
  const { username, primary_email: email, profileImageUrl, is_installation_owner: isOwner, last_seen_at: seen, session_count: sessions } = person
  return (
    <>
      <Avatar src={profileImageUrl} />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="min-w-0 font-medium wrap-anywhere">{username}</span>
          {isOwner && <Badge tone="accent">{peopleListText.ownerInstallation}</Badge>}
        </p>
        <p className="dotted text-xs text-faint">
          <span className="wrap-anywhere">{email}</span>
          <span>{seen === null ? peopleListText.neverSeen : <Seen value={seen} />}</span>
          <span>
            {sessions === 1 ? peopleListText.about1Session : sessions === 0 ? peopleListText.noSessions : peopleListText.sessions(sessions)}
          </span>
        </p>
        <p className="mt-1 text-xs wrap-anywhere text-soft">
          {person.organizations.length === 0
            ? peopleListText.notAnyOrganization
            : person.organizations.map(({ name, role_name: role }) => `${name} (${role})`).join(', ')}
        </p>
      </div>
      <div className="flex shrink-0 flex-wrap justify-end gap-2 max-sm:flex-col">
        {sessions > 0 && (
          <Button size="sm" aria-label={peopleListText.signOutEverywhereOf(username)} onClick={onSignOut}>
            {peopleListText.signOut}
          </Button>
        )}
        {!isOwner && (
          <Button size="sm" aria-label={peopleListText.delete(username)} onClick={onRemove}>
            {peopleListText.deleteLabel}
          </Button>
        )}
      </div>
    </>
  )
}

function Seen({ value }: { readonly value: string }) {
  return (
    <>
      seen <RelativeTime value={value} />
    </>
  )
}
