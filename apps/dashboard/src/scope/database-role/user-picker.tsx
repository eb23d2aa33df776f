import { cn, SearchInput } from '@colonnade/ui'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { useState } from 'react'
import { ErrorNotice } from '../../lib/error-notice.tsx'
import { useSettled } from '../../lib/late/use-settled.ts'
import type { TokenUser } from './claims.ts'
import { tokenUsersQuery } from './role-queries.ts'

/** Wait after the last key press before users are searched. */
const searchDelayMs = 150

export interface UserPickerProps {
  readonly projectRef: string
  readonly value: TokenUser | null
  readonly onChange: (user: TokenUser) => void
}

/** A user of the project, found by address, number or id. */
export function UserPicker({ projectRef, value, onChange }: UserPickerProps) {
  const [typed, setTyped] = useState('')
  const search = useSettled(typed, searchDelayMs)
  const { data: users, error } = useQuery({ ...tokenUsersQuery(projectRef, search), placeholderData: keepPreviousData })
  return (
    <div className="flex flex-col gap-1">
      <SearchInput label="Search users" placeholder="Search users" value={typed} onChange={(event) => setTyped(event.target.value)} />
      {error !== null && <ErrorNotice error={error} />}
      <ul aria-label="Users" className="max-h-44 overflow-y-auto overscroll-contain">
        {users?.map((user) => (
          <li key={user.id}>
            <button
              type="button"
              aria-pressed={user.id === value?.id}
              onClick={() => onChange(user)}
              className={cn(
                'flex h-7 w-full min-w-0 items-center gap-2 rounded-sm px-2 text-left text-xs hover:bg-hover focus-visible:-outline-offset-2',
                user.id === value?.id && 'bg-selected',
              )}
            >
              <span className="min-w-0 flex-1 truncate">{user.email ?? user.phone ?? 'No address'}</span>
              <span className="font-mono text-2xs text-soft">{user.id.slice(0, 8)}</span>
              {user.id === value?.id && <Check aria-hidden className="size-3.5 shrink-0 text-accent" />}
            </button>
          </li>
        ))}
      </ul>
      {users?.length === 0 && (
        <p className="px-2 py-1 text-xs text-soft">{search === '' ? 'This project has no users yet' : 'No matching email, phone number or ID'}</p>
      )}
    </div>
  )
}
