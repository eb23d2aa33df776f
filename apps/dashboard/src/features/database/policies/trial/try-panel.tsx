import type { RelationSummary } from '@colonnade/pg-meta/relations'
import { Button, Field, Input, SearchSelect, SegmentedControl, Select } from '@colonnade/ui'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { CodeField } from '../../../../lib/code/code-field.tsx'
import { ErrorNotice, messageOf } from '../../../../lib/error-notice.tsx'
import { clientOf, noUser } from '../../../../scope/database-role/client.ts'
import { claimsOfKey, roleChoicesQuery } from '../../../../scope/database-role/role-queries.ts'
import { UserChoice } from '../../../../scope/database-role/user-choice.tsx'
import { withWritten } from '../../../../scope/database-role/written-claims.ts'
import type { RunAs } from '../../../../scope/run-sql.ts'
import { policiesQuery } from '../../../../scope/policies/policy-queries.ts'
import { roleStandingQuery, trialErrorText, tryRows, tryWrite, type TriedRow, type WriteAnswer } from './trial.ts'
import { TriedRows } from './tried-rows.tsx'
import type { TrialCommand } from '../../../../scope/policies/verdicts.ts'
import { tryText } from './messages.ts'

export interface TryPanelProps {
  readonly projectRef: string
  readonly table: RelationSummary
}

const commands: readonly { readonly value: TrialCommand; readonly label: string }[] = [
  { value: 'SELECT', label: 'SELECT' },
  { value: 'INSERT', label: 'INSERT' },
  { value: 'UPDATE', label: 'UPDATE' },
  { value: 'DELETE', label: 'DELETE' },
]

interface Outcome {
  readonly command: TrialCommand
  readonly as: RunAs
  readonly unbound: string | null
  readonly rows: readonly TriedRow[]
  /** The answer to an inserted row. */
  readonly answer: WriteAnswer | null
}

/** Tests policies as a role or a user: which rows they see, and how the database answers their writes. */
export function TryPanel({ projectRef, table }: TryPanelProps) {
  const client = useQueryClient()
  const choices = useQuery(roleChoicesQuery(projectRef))
  const [isUser, setIsUser] = useState(false)
  const [user, setUser] = useState(noUser)
  const [writtenRole, setRole] = useState('authenticated')
  const [sub, setSub] = useState('')
  const [more, setMore] = useState('')
  const [command, setCommand] = useState<TrialCommand>('SELECT')
  const [values, setValues] = useState('{}')
  const trial = useMutation({
    mutationFn: async (): Promise<Outcome> => {
      const { role, claims } = isUser
        ? await clientOf(projectRef, { kind: 'user', ...user })
        : { role: writtenRole, claims: claimsOf(projectRef, writtenRole, sub, more) }
      const as = { role, claims }
      // policies may have changed since they were cached
      const [standing, all] = await Promise.all([
        client.fetchQuery({ ...roleStandingQuery(projectRef, table, role), staleTime: 0 }),
        client.fetchQuery({ ...policiesQuery(projectRef, table.schema), staleTime: 0 }),
      ])
      const found = all.filter(({ table_id }) => table_id === table.id)
      if (standing === null) throw new Error(tryText.gone(role))
      const rest = { command, as, unbound: standing.unbound }
      if (command === 'INSERT') {
        return { ...rest, rows: [], answer: await tryWrite(projectRef, table, { kind: 'insert', values: valuesOf(values) }, as) }
      }
      return { ...rest, rows: await tryRows(projectRef, table, found, { as, memberOf: standing.memberOf, command }), answer: null }
    },
  })
  if (choices.data === undefined && choices.error !== null) return <ErrorNotice error={choices.error} onRetry={() => void choices.refetch()} />
  const { data: outcome, error } = trial
  const isWriting = command === 'INSERT' || command === 'UPDATE'
  return (
    <div className="flex flex-col gap-4 p-4">
      <form
        className="flex flex-col gap-4"
        onChange={trial.reset}
        onSubmit={(event) => {
          event.preventDefault()
          trial.mutate()
        }}
      >
        <SegmentedControl
          label={tryText.as}
          value={isUser ? 'user' : 'role'}
          onValueChange={(next) => {
            setIsUser(next === 'user')
            trial.reset()
          }}
          options={[
            { value: 'role', label: tryText.asRole },
            { value: 'user', label: tryText.asUser },
          ]}
        />
        {isUser && (
          <UserChoice
            projectRef={projectRef}
            value={user}
            onChange={(next) => {
              setUser(next)
              trial.reset()
            }}
          />
        )}
        <div className="grid gap-4 md:grid-cols-2">
          {!isUser && (
            <Field label={tryText.role}>
              <SearchSelect
                value={writtenRole}
                onValueChange={(next) => {
                  setRole(next)
                  trial.reset()
                }}
                options={(choices.data?.roles ?? [writtenRole]).map((name) => ({ value: name, label: name }))}
                searchLabel={tryText.searchRoles}
                emptyText={tryText.noRole}
              />
            </Field>
          )}
          <Field label={tryText.command}>
            <Select
              value={command}
              options={commands}
              onValueChange={(next) => {
                setCommand(next)
                trial.reset()
              }}
            />
          </Field>
          {!isUser && (
            <>
              <Field label={tryText.sub} hint={tryText.subHint} isOptional>
                <Input isMono value={sub} placeholder="00000000-0000-0000-0000-000000000000" onChange={(event) => setSub(event.target.value)} />
              </Field>
              <CodeField
                label={tryText.claims}
                hint={tryText.claimsHint}
                isOptional
                language="json"
                rows={1}
                hasLineNumbers={false}
                isWrapped
                value={more}
                placeholder='{"app_metadata": {"role": "admin"}}'
                onChange={setMore}
              />
            </>
          )}
        </div>
        {isWriting && (
          <CodeField
            label={tryText.values}
            hint={command === 'INSERT' ? tryText.insertHint : tryText.updateHint}
            language="json"
            rows={3}
            hasLineNumbers={false}
            isWrapped
            value={values}
            onChange={setValues}
          />
        )}
        {command !== 'SELECT' && <p className="text-xs text-soft">{tryText.rolledBack}</p>}
        <Button type="submit" variant="primary" className="self-start" isPending={trial.isPending}>
          {tryText.submit}
        </Button>
      </form>
      {error !== null && (
        <p role="alert" className="rounded-md border border-danger/40 bg-danger-tint px-3 py-2 wrap-anywhere">
          {trialErrorText(error)}
        </p>
      )}
      {outcome && outcome.unbound !== null && <p className="text-warning">{outcome.unbound}</p>}
      {outcome?.answer && <Answer answer={outcome.answer} />}
      {outcome && outcome.command !== 'INSERT' && (
        <TriedRows
          {...outcome}
          onTryWrite={
            outcome.command === 'SELECT'
              ? null
              : ({ tableId, place }) => {
                  const at = { tableId, place }
                  const write =
                    outcome.command === 'UPDATE' ? ({ kind: 'update', values: valuesOf(values), at } as const) : ({ kind: 'delete', at } as const)
                  return tryWrite(projectRef, table, write, outcome.as)
                }
          }
        />
      )}
    </div>
  )
}

function Answer({ answer: { isAllowed, text } }: { readonly answer: WriteAnswer }) {
  return (
    <output
      className={`rounded-md border px-3 py-2 wrap-anywhere ${isAllowed ? 'border-accent/30 bg-accent-tint' : 'border-danger/40 bg-danger-tint'}`}
    >
      <strong className="font-medium">{isAllowed ? tryText.allowed : tryText.refused}</strong>
      {text}
    </output>
  )
}

/** @throws Error for claims that aren't a JSON object */
function claimsOf(ref: string, role: string, sub: string, more: string): Readonly<Record<string, unknown>> {
  const user = sub.trim() === '' ? {} : { sub: sub.trim(), aud: 'authenticated' }
  return withWritten({ ...claimsOfKey(ref, role), ...user }, { sub, role, email: '', more })
}

/** @throws Error if the text isn't a JSON object */
function valuesOf(text: string): Readonly<Record<string, unknown>> {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw new Error(tryText.notJson(messageOf(error)), { cause: error })
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Error(tryText.notObject)
  return value as Readonly<Record<string, unknown>>
}
