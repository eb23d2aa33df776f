import type { ConnectionTimeouts, TimeoutName } from '@colonnade/contracts/connections/connection-limits'
import { Button, Field, Input, Panel, PanelContent, PanelHeader, Skeleton, toast } from '@colonnade/ui'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ErrorNotice, failureText } from '../../lib/error-notice.tsx'
import { SettingsForm } from '../../lib/settings/settings-form.tsx'
import { whoMay } from '../../lib/texts/who-may.ts'
import { useIsAllowed } from '../../scope/permissions.ts'
import { useProject } from '../../scope/use-project.ts'
import { readTimeout, timeoutText } from './limits-draft.ts'
import { timeoutsPanelText } from './messages.ts'
import { timeoutsQuery, useChooseTimeouts } from './queries.ts'

/** Timeouts that the database itself keeps. */
export function TimeoutsPanel({ projectRef }: { readonly projectRef: string }) {
  const { status, sleep } = useProject(projectRef)
  // asking wakes the project: not merely because somebody looks at its settings
  const [isAsked, setIsAsked] = useState(false)
  const [saves, setSaves] = useState(0)
  const isActive = status === 'ACTIVE_HEALTHY'
  const isEnabled = isActive && (sleep === 'awake' || isAsked)
  const { data, error, refetch } = useQuery({ ...timeoutsQuery(projectRef), enabled: isEnabled })
  return (
    <Panel label={timeoutsPanelText.timeouts}>
      <PanelHeader title={timeoutsPanelText.timeouts} description={timeoutsPanelText.setDatabaseEveryConnection} />
      {!data && error && <ErrorNotice error={error} subject={timeoutsPanelText.failedLoadTimeouts} onRetry={() => void refetch()} className="m-4" />}
      {!data && !error && isEnabled && (
        <PanelContent>
          <output aria-label={timeoutsPanelText.loadingTimeouts}>
            <Skeleton className="h-16 w-full" />
          </output>
        </PanelContent>
      )}
      {!data && !isEnabled && (
        <PanelContent className="flex flex-wrap items-center justify-between gap-3">
          <p className="text-soft">{isActive ? timeoutsPanelText.projectAsleepReadingTimeouts : timeoutsPanelText.availableWhenProjectActive}</p>
          {isActive && <Button onClick={() => setIsAsked(true)}>{timeoutsPanelText.wakeUpShow}</Button>}
        </PanelContent>
      )}
      {data && <TimeoutsForm key={saves} projectRef={projectRef} saved={data} onSaved={() => setSaves(saves + 1)} />}
    </Panel>
  )
}

const labels: Readonly<Record<TimeoutName, { readonly label: string; readonly hint: string }>> = {
  statement_timeout: { label: timeoutsPanelText.statement, hint: timeoutsPanelText.secondsUntilStatementCancelled },
  idle_in_transaction_session_timeout: { label: timeoutsPanelText.idleTransaction, hint: timeoutsPanelText.secondsUntilIdleTransaction },
}

interface TimeoutsFormProps {
  readonly projectRef: string
  /** As they are now: somebody else may change them while the form is being filled in. */
  readonly saved: ConnectionTimeouts
  readonly onSaved: () => void
}

function TimeoutsForm({ projectRef, saved, onSaved }: TimeoutsFormProps) {
  const isActive = useProject(projectRef).status === 'ACTIVE_HEALTHY'
  const mayOperate = useIsAllowed(projectRef)('projects:operate')
  const choose = useChooseTimeouts(projectRef)
  const [statementTyped, setStatementText] = useState<string>()
  const [idleTyped, setIdleText] = useState<string>()
  const statementText = statementTyped ?? timeoutText(saved.database.statement_timeout)
  const idleText = idleTyped ?? timeoutText(saved.database.idle_in_transaction_session_timeout)
  const statement = readTimeout(statementText)
  const idle = readTimeout(idleText)
  const isValid = statement.value !== undefined && idle.value !== undefined
  const isChanged = statement.value !== saved.database.statement_timeout || idle.value !== saved.database.idle_in_transaction_session_timeout
  const save = () =>
    choose.mutate(
      { statement_timeout: statement.value, idle_in_transaction_session_timeout: idle.value },
      {
        onSuccess: () => {
          onSaved()
          toast.success(timeoutsPanelText.timeoutsSaved)
        },
        onError: (failure) => toast.error(failureText('change the timeouts', failure)),
      },
    )
  return (
    <SettingsForm
      settings={{ isDirty: isChanged, isValid: isValid && isActive, isSaving: choose.isPending, save }}
      whyReadOnly={mayOperate ? undefined : whoMay('projects:operate', timeoutsPanelText.changeThem)}
      note={isActive ? timeoutsPanelText.appliesNewConnections : timeoutsPanelText.changeThemWhenProject}
      saveLabel={timeoutsPanelText.saveTimeouts}
      leaving="silent"
    >
      <fieldset className="grid min-w-0 gap-4 sm:grid-cols-2">
        <legend className="sr-only">{timeoutsPanelText.databaseTimeouts}</legend>
        <Field {...labels.statement_timeout} error={statement.problem}>
          <Input
            inputMode="decimal"
            placeholder={timeoutsPanelText.none}
            value={statementText}
            onChange={(event) => setStatementText(event.target.value)}
          />
        </Field>
        <Field {...labels.idle_in_transaction_session_timeout} error={idle.problem}>
          <Input inputMode="decimal" placeholder={timeoutsPanelText.none} value={idleText} onChange={(event) => setIdleText(event.target.value)} />
        </Field>
      </fieldset>
      {saved.roles.length > 0 && (
        <p className="text-xs text-faint">{timeoutsPanelText.rolesTheirOwnTimeouts(saved.roles.map(roleText).join(', '))}</p>
      )}
    </SettingsForm>
  )
}

function roleText({ role, name, value }: ConnectionTimeouts['roles'][number]): string {
  return `${role} ${labels[name].label.toLowerCase()} ${value === 0 ? 'none' : `${timeoutText(value)} s`}`
}
