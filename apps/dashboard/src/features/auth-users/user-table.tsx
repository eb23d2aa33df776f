import type { AuthUser } from '@colonnade/contracts/auth/users'
import { Avatar, Badge, Checkbox } from '@colonnade/ui'
import { useState } from 'react'
import { LongTable } from '../../lib/lists/long-table.tsx'
import { PlainTime } from '../../lib/lists/plain-time.tsx'
import { entryProps } from '../../lib/lists/use-list-keys.ts'
import { userTableText } from './messages.ts'
import { initialsOf, providerText, stateOf, titleOf } from './user-words.ts'

export interface UserTableProps {
  readonly users: readonly AuthUser[]
  readonly chosen: ReadonlySet<string>
  readonly onChoose: (ids: ReadonlySet<string>) => void
  readonly onOpen: (id: string) => void
}

/** Users, each of whom opens in a panel, and may be chosen for what is done to many. */
export function UserTable({ users, chosen, onChoose, onOpen }: UserTableProps) {
  const [now] = useState(() => Date.now())
  const choose = (ids: readonly string[], isChosen: boolean) => {
    const next = new Set(chosen)
    for (const id of ids) {
      if (isChosen) next.add(id)
      else next.delete(id)
    }
    onChoose(next)
  }
  const areAll = users.length > 0 && users.every(({ id }) => chosen.has(id))
  return (
    <div className="flex flex-col gap-2">
      <Checkbox
        isChecked={areAll}
        isIndeterminate={!areAll && users.some(({ id }) => chosen.has(id))}
        onCheckedChange={(isChosen) =>
          choose(
            users.map(({ id }) => id),
            isChosen,
          )
        }
        label={users.length === 1 ? userTableText.selectThis : userTableText.selectAll(users.length)}
      />
      <LongTable
        label={userTableText.users}
        items={users}
        keyOf={({ id }) => id}
        columns={[
          {
            label: userTableText.user,
            renderCell: (user, tabIndex) => {
              const state = stateOf(user, now)
              const initials = initialsOf(user)
              return (
                <div className="flex items-center gap-3">
                  <Checkbox
                    isChecked={chosen.has(user.id)}
                    onCheckedChange={(isChosen) => choose([user.id], isChosen)}
                    ariaLabel={userTableText.select(titleOf(user))}
                  />
                  <Avatar {...(initials !== '' && { icon: <span className="text-2xs font-medium">{initials}</span> })} />
                  <div className="min-w-0 flex-1">
                    <span className="flex min-w-0 items-center gap-2">
                      <button
                        {...entryProps}
                        type="button"
                        tabIndex={tabIndex}
                        title={titleOf(user)}
                        className="min-w-0 truncate rounded-sm font-medium hover:text-accent"
                        onClick={() => onOpen(user.id)}
                      >
                        {titleOf(user)}
                      </button>
                      {state !== null && <Badge tone={state.tone}>{state.label}</Badge>}
                    </span>
                    {user.name !== null && <span className="block truncate text-xs text-faint">{user.name}</span>}
                  </div>
                </div>
              )
            },
          },
          { label: userTableText.phone, className: 'w-36 max-xl:hidden', renderCell: ({ phone }) => <Quiet text={phone} /> },
          {
            label: userTableText.providers,
            className: 'w-32',
            renderCell: ({ providers }) => <Quiet text={providers.map(providerText).join(', ')} />,
          },
          { label: userTableText.created, className: 'w-32', renderCell: ({ created_at: at }) => <When at={at} /> },
          {
            label: userTableText.lastSignIn,
            className: 'w-32 max-lg:hidden',
            renderCell: ({ last_sign_in_at: at }) => <When at={at} none="Never" />,
          },
          {
            label: userTableText.id,
            className: 'w-28 max-lg:hidden',
            renderCell: ({ id }) => (
              <span className="block truncate font-mono text-xs text-faint" title={id}>
                {id}
              </span>
            ),
          },
        ]}
      />
    </div>
  )
}

function Quiet({ text }: { readonly text: string | null }) {
  return <span className="block truncate text-soft">{text === null || text === '' ? '–' : text}</span>
}

function When({ at, none = '–' }: { readonly at: string | null; readonly none?: string }) {
  return <span className="text-soft">{at === null ? none : <PlainTime value={at} />}</span>
}
