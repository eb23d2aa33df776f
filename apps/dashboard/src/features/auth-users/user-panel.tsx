import type { AuthUserDetails } from '@colonnade/contracts/auth/users'
import { isAppError } from '@colonnade/core'
import { Badge, Button, Skeleton, Tabs } from '@colonnade/ui'
import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { ErrorNotice } from '../../lib/error-notice.tsx'
import { GonePanel } from '../../lib/object-page/gone-panel.tsx'
import { SidePanel } from '../../lib/panels/side-panel.tsx'
import { userQuery } from '../../scope/auth/user-query.ts'
import { userPanelText } from './messages.ts'
import { FactorList } from './tabs/factor-list.tsx'
import { IdentityList } from './tabs/identity-list.tsx'
import { JsonTab } from './tabs/json-tab.tsx'
import { LogTab } from './tabs/log-tab.tsx'
import { OverviewTab } from './tabs/overview-tab.tsx'
import { SessionList } from './tabs/session-list.tsx'
import { UserActions } from './user-actions.tsx'
import { stateOf, titleOf } from './user-words.ts'

const tabNames = ['overview', 'identities', 'sessions', 'factors', 'emails', 'json', 'logs'] as const
type TabName = (typeof tabNames)[number]

export interface UserPanelProps {
  readonly projectRef: string
  readonly id: string
  /** As the address has it. */
  readonly tab: string | undefined
  readonly onTab: (tab: string) => void
  readonly onClose: () => void
  /** Shows what was mailed to them. */
  readonly renderMails: (userId: string) => ReactNode
}

/** Everything about one user. */
export function UserPanel({ projectRef, id, tab, onTab, onClose, renderMails }: UserPanelProps) {
  const { data: user, error, refetch } = useQuery(userQuery(projectRef, id))
  const [isEdited, setIsEdited] = useState(false)
  if (isAppError(error, 'auth_user_not_found') || isAppError(error, 'invalid_input'))
    return <GonePanel onClose={onClose}>{userPanelText.missing}</GonePanel>
  const shown = tabNames.find((name) => name === tab) ?? 'overview'
  return (
    <SidePanel
      title={user === undefined ? userPanelText.user : titleOf(user)}
      size="wide"
      isDirty={isEdited}
      onClose={onClose}
      footer={<Button onClick={onClose}>{userPanelText.close}</Button>}
    >
      {user === undefined ? (
        <div className="p-4">
          {error === null ? (
            <output aria-label={userPanelText.loading}>
              <Skeleton className="h-20 w-full" />
            </output>
          ) : (
            <ErrorNotice error={error} onRetry={() => void refetch()} />
          )}
        </div>
      ) : (
        <Loaded projectRef={projectRef} user={user} tab={shown} onTab={onTab} onClose={onClose} onEdited={setIsEdited} renderMails={renderMails} />
      )}
    </SidePanel>
  )
}

interface LoadedProps {
  readonly projectRef: string
  readonly user: AuthUserDetails
  readonly tab: TabName
  readonly onTab: (tab: TabName) => void
  readonly onClose: () => void
  readonly onEdited: (isEdited: boolean) => void
  readonly renderMails: UserPanelProps['renderMails']
}

function Loaded({ projectRef, user, tab, onTab, onClose, onEdited, renderMails }: LoadedProps) {
  const [now] = useState(() => Date.now())
  const state = stateOf(user, now)
  return (
    <>
      <div className="flex flex-wrap items-center gap-2 px-4 py-3">
        <span className="mr-auto flex items-center gap-2">{state !== null && <Badge tone={state.tone}>{state.label}</Badge>}</span>
        <UserActions projectRef={projectRef} user={user} onGone={onClose} />
      </div>
      <Tabs
        label={userPanelText.tabs}
        value={tab}
        onValueChange={onTab}
        panelClassName="p-4"
        tabs={[
          { value: 'overview', label: userPanelText.overview, content: <OverviewTab user={user} /> },
          {
            value: 'identities',
            label: userPanelText.identities,
            count: user.identities.length,
            content: <IdentityList identities={user.identities} />,
          },
          {
            value: 'sessions',
            label: userPanelText.sessions,
            count: user.sessions.length,
            content: <SessionList projectRef={projectRef} user={user} />,
          },
          { value: 'factors', label: userPanelText.factors, count: user.factors.length, content: <FactorList projectRef={projectRef} user={user} /> },
          { value: 'emails', label: userPanelText.emails, content: renderMails(user.id) },
          { value: 'json', label: userPanelText.rawJSON, isKept: true, content: <JsonTab projectRef={projectRef} user={user} onEdited={onEdited} /> },
          { value: 'logs', label: userPanelText.logs, content: <LogTab projectRef={projectRef} id={user.id} /> },
        ]}
      />
    </>
  )
}
