import { cn, SearchInput } from '@colonnade/ui'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { useState } from 'react'
import { ErrorNotice } from '../../lib/error-notice.tsx'
import { useSettled } from '../../lib/late/use-settled.ts'
import { type FoundUser, foundUsersQuery, nameOfUser, recentUsers, type UserSource } from './found-users.ts'
import { roleMessages } from './messages.ts'

/** Wait after the last key press before users are searched. */
const searchDelayMs = 150

export interface UserPickerProps {
  readonly projectRef: string
  readonly source: UserSource
  readonly value: FoundUser | null
  readonly onChange: (user: FoundUser) => void
}

/** A user of the project, found by email, phone, name or id, or among those chosen before. */
export function UserPicker({ projectRef, source, value, onChange }: UserPickerProps) {
  const [typed, setTyped] = useState('')
  const search = useSettled(typed, searchDelayMs)
  const { data: users, error, refetch, isFetching } = useQuery({ ...foundUsersQuery(projectRef, search, source), placeholderData: keepPreviousData })
  const recent = typed.trim() === '' ? recentUsers(projectRef) : []
  const others = users?.filter(({ id }) => recent.every((one) => one.id !== id))
  const row = (user: FoundUser) => <UserRow key={user.id} user={user} isChosen={user.id === value?.id} onChoose={() => onChange(user)} />
  return (
    <div className="flex flex-col gap-1">
      <SearchInput
        label="Search users"
        placeholder={roleMessages.searchUsers}
        value={typed}
        aria-busy={isFetching}
        onChange={(event) => setTyped(event.target.value)}
      />
      {error !== null && <ErrorNotice error={error} onRetry={() => void refetch()} />}
      <div className="max-h-44 overflow-y-auto overscroll-contain">
        {recent.length > 0 && (
          <>
            <p aria-hidden className="px-2 py-1 text-2xs text-faint">
              {roleMessages.recent}
            </p>
            <ul aria-label={roleMessages.recent}>{recent.map(row)}</ul>
            <p aria-hidden className="px-2 py-1 text-2xs text-faint">
              {roleMessages.users}
            </p>
          </>
        )}
        <ul aria-label={roleMessages.users}>{others?.map(row)}</ul>
      </div>
      {users?.length === 0 && recent.length === 0 && (
        <p className="px-2 py-1 text-xs text-soft">{search.trim() === '' ? roleMessages.noUsers : roleMessages.noMatch}</p>
      )}
    </div>
  )
}

function UserRow({ user, isChosen, onChoose }: { readonly user: FoundUser; readonly isChosen: boolean; readonly onChoose: () => void }) {
  const title = nameOfUser({ ...user, id: 'No email or phone' })
  return (
    <li>
      <button
        type="button"
        aria-pressed={isChosen}
        onClick={onChoose}
        className={cn(
          'flex h-7 w-full min-w-0 items-center gap-2 rounded-sm px-2 text-left text-xs hover:bg-hover focus-visible:-outline-offset-2',
          isChosen && 'bg-selected',
        )}
      >
        <span className="min-w-0 flex-1 truncate">
          {title}
          {user.name !== null && user.name !== title && <span className="ml-1.5 text-faint">{user.name}</span>}
        </span>
        <span className="font-mono text-2xs text-soft">{user.id.slice(0, 8)}</span>
        {isChosen && <Check aria-hidden className="size-3.5 shrink-0 text-accent" />}
      </button>
    </li>
  )
}
