import { Button, Field, Input, SearchSelect } from '@colonnade/ui'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { messageOf } from '../../../lib/error-notice.tsx'
import { useIsAllowed } from '../../../scope/permissions.ts'
import { useProject } from '../../../scope/use-project.ts'
import { HookGrants } from './hook-grants.tsx'
import { uriOf } from './hook-target.ts'
import { functionFieldText } from './messages.ts'
import { hookFunctionsQuery } from './queries.ts'

export interface FunctionFieldProps {
  readonly projectRef: string
  /** Of the hook. */
  readonly uri: string
  readonly onChange: (uri: string) => void
  readonly error: string | undefined
  readonly isReadOnly: boolean
}

const hint = functionFieldText.functionOneJsonbArgument

/** The function that a hook calls: one of those in the database, or its URI while the project sleeps. */
export function FunctionField({ projectRef, uri, onChange, error, isReadOnly }: FunctionFieldProps) {
  const { status, sleep } = useProject(projectRef)
  const mayRead = useIsAllowed(projectRef)('database:read')
  // asking wakes the project
  const [isAsked, setIsAsked] = useState(false)
  const isActive = mayRead && status === 'ACTIVE_HEALTHY'
  const isEnabled = isActive && (sleep === 'awake' || isAsked)
  const { data: functions, error: failure } = useQuery({ ...hookFunctionsQuery(projectRef), enabled: isEnabled })
  const target = functions?.find((each) => uriOf(each) === uri)
  const problem = error ?? (failure === null ? undefined : messageOf(failure))
  if (functions === undefined || isReadOnly) {
    return (
      <Field label={functionFieldText.function} error={problem} hint={hint}>
        <Input
          isMono
          autoComplete="off"
          spellCheck={false}
          placeholder={functionFieldText.pgFunctionsPostgresPublic}
          disabled={isReadOnly}
          value={uri}
          onChange={(event) => onChange(event.target.value)}
        />
        {isActive && !isEnabled && !isReadOnly && (
          <Button size="sm" className="self-start" onClick={() => setIsAsked(true)}>
            {functionFieldText.wakeUpProjectChoose}
          </Button>
        )}
      </Field>
    )
  }
  const missing =
    uri !== '' && target === undefined
      ? [{ value: uri, label: uri.replace('pg-functions://postgres/', '').replace('/', '.'), hint: functionFieldText.doesntExist }]
      : []
  return (
    <>
      <Field label={functionFieldText.function} error={problem} hint={functions.length === 0 ? functionFieldText.projectHasNoneYet(hint) : hint}>
        <SearchSelect
          value={uri}
          onValueChange={onChange}
          searchLabel={functionFieldText.searchFunctions}
          emptyText={functionFieldText.noMatchingFunctions}
          options={[
            ...missing,
            ...functions.map((each) => ({
              value: uriOf(each),
              label: `${each.schema}.${each.name}`,
              ...(each.comment !== null && { hint: each.comment }),
            })),
          ]}
        />
      </Field>
      {target !== undefined && <HookGrants projectRef={projectRef} target={target} />}
    </>
  )
}
