import { listRoleTimeouts, type RoleTimeout } from '@colonnade/pg-meta/role-timeouts'
import { Button, Field, Input, Panel, PanelContent, PanelHeader, Skeleton } from '@colonnade/ui'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ErrorNotice } from '../../../lib/error-notice.tsx'
import { Fact } from '../../../lib/object-page/fact.tsx'
import { ChangePanel } from '../../../scope/changes/change-panel.tsx'
import { fetchRows } from '../../../scope/fetch-rows.ts'
import { sqlKey } from '../../../scope/keys/keys.ts'
import { useIsAllowed } from '../../../scope/permissions.ts'
import { roleTimeouts as texts } from '../messages.ts'
import { timedRoles, timeoutsDraft, timeoutText, typedOf } from './timeouts-draft.ts'

const roleTimeoutsQuery = (ref: string) =>
  queryOptions({
    queryKey: sqlKey(ref, 'role-timeouts'),
    queryFn: ({ signal }) => fetchRows(ref, listRoleTimeouts(timedRoles), signal),
    staleTime: 10_000,
  })

/** How long a request's statement may take, by the role that it runs as. */
export function RoleTimeoutsPanel({ projectRef }: { readonly projectRef: string }) {
  const mayWrite = useIsAllowed(projectRef)('database:write')
  const { data, error, refetch } = useQuery(roleTimeoutsQuery(projectRef))
  const [isEditing, setIsEditing] = useState(false)
  return (
    <Panel label={texts.title}>
      <PanelHeader
        title={texts.title}
        description={texts.description}
        aside={
          mayWrite &&
          data && (
            <Button size="sm" aria-label={texts.editLabel} onClick={() => setIsEditing(true)}>
              {texts.edit}
            </Button>
          )
        }
      />
      <PanelContent>
        {error !== null && <ErrorNotice error={error} subject={texts.failed} onRetry={() => void refetch()} />}
        {data === undefined && error === null && <Skeleton className="h-10 w-full" />}
        {data && (
          <dl className="grid grid-cols-2 gap-3 sm:grid-cols-4 [&_dd]:text-sm [&_dt]:font-mono [&_dt]:text-xs [&_dt]:text-faint">
            {data.map((timeout) => (
              <Fact key={timeout.role} term={timeout.role}>
                {timeoutText(timeout, data)}
              </Fact>
            ))}
          </dl>
        )}
      </PanelContent>
      {isEditing && data && <TimeoutsForm projectRef={projectRef} saved={data} onClose={() => setIsEditing(false)} />}
    </Panel>
  )
}

interface TimeoutsFormProps {
  readonly projectRef: string
  readonly saved: readonly RoleTimeout[]
  readonly onClose: () => void
}

function TimeoutsForm({ projectRef, saved, onClose }: TimeoutsFormProps) {
  // as it was when the form was opened: what is saved is what was changed here
  const [opened] = useState(saved)
  const [typed, setTyped] = useState(() => typedOf(opened))
  return (
    <ChangePanel
      projectRef={projectRef}
      title={texts.editTitle}
      description={texts.hint}
      draft={timeoutsDraft(opened, typed)}
      submitLabel={texts.save}
      doneText={texts.done}
      onClose={onClose}
      onDone={onClose}
    >
      {(problems) =>
        opened.map(({ role }) => (
          <Field key={role} label={role} error={problems[role]} isOptional>
            <Input
              isMono
              autoComplete="off"
              spellCheck={false}
              placeholder={role === 'authenticator' ? texts.ofDatabase : texts.asAuthenticator}
              value={typed[role] ?? ''}
              onChange={(event) => setTyped({ ...typed, [role]: event.target.value })}
            />
          </Field>
        ))
      }
    </ChangePanel>
  )
}
