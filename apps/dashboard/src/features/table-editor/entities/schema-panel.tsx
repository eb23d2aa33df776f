import { roles, schemas, type Command } from '@colonnade/pg-meta'
import { isAppError } from '@colonnade/core'
import { Button, CodeBlock, Field, Input, SearchSelect, toast } from '@colonnade/ui'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { messageOf } from '../../../lib/error-notice.tsx'
import { runChange } from '../../../scope/changes/database-change.ts'
import { sqlKey } from '../../../scope/keys/keys.ts'
import type { PanelProps } from '../open/panels.tsx'
import { SidePanel } from '../../../lib/panels/side-panel.tsx'
import { fetchRows } from '../../../scope/fetch-rows.ts'
import { schemaPanelText } from './messages.ts'

/** Stands for the role that the dashboard works as. */
const self = ''

/** Creates a schema at once, unless someone else is creating one of the same name. */
const timeoutMs = 60_000

/** Makes a schema: its name and owner, reviewed as SQL. */
export function SchemaPanel({ projectRef, onClose, onDoneAt }: PanelProps<unknown>) {
  const form = useId()
  const client = useQueryClient()
  const [name, setName] = useState('')
  const [owner, setOwner] = useState(self)
  const [isPending, setIsPending] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const { data: found = [] } = useQuery({
    queryKey: sqlKey(projectRef, 'role-names'),
    queryFn: async ({ signal }) => (await fetchRows(projectRef, roles.list(), signal)).map((role) => role.name),
    staleTime: 60_000,
  })
  const draft = draftOf(name, owner)
  const problem = failure === null ? (name === '' ? undefined : draft.problem) : problemOf(failure)
  const save = async () => {
    if (draft.command === undefined || isPending) return
    setIsPending(true)
    setFailure(null)
    try {
      await runChange(projectRef, { name: schemaPanelText.createTask(name), commands: [draft.command] }, { timeoutMs })
      await client.invalidateQueries({ queryKey: sqlKey(projectRef, 'schemas') })
      toast.success(schemaPanelText.schemaCreated(name))
      onDoneAt({ schema: name })
    } catch (error) {
      setFailure(error)
      setIsPending(false)
    }
  }
  return (
    <SidePanel
      title={schemaPanelText.newSchema}
      isDirty={name !== '' || owner !== self}
      onClose={onClose}
      onSubmit={() => void save()}
      footer={
        <>
          <Button onClick={onClose}>{schemaPanelText.cancel}</Button>
          <Button type="submit" form={form} variant="primary" isPending={isPending} disabled={draft.command === undefined}>
            {schemaPanelText.createSchema}
          </Button>
        </>
      }
    >
      <form
        id={form}
        className="flex flex-col gap-4 p-4"
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <Field label={schemaPanelText.name} error={problem} hint={schemaPanelText.nameHint}>
          <Input
            value={name}
            isMono
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => {
              setName(event.target.value)
              setFailure(null)
            }}
          />
        </Field>
        <Field label={schemaPanelText.owner}>
          <SearchSelect
            value={owner}
            onValueChange={(next) => {
              setOwner(next)
              setFailure(null)
            }}
            options={[{ value: self, label: schemaPanelText.ownerDefault }, ...found.map((role) => ({ value: role, label: role }))]}
            searchLabel={schemaPanelText.searchRoles}
            emptyText={schemaPanelText.noRole}
          />
        </Field>
        {draft.command !== undefined && <CodeBlock code={draft.command.sql} label={schemaPanelText.statement} isWrapped />}
      </form>
    </SidePanel>
  )
}

interface Draft {
  readonly command?: Command
  /** Why it can't be created. */
  readonly problem?: string
}

function draftOf(name: string, owner: string): Draft {
  if (name === '') return {}
  if (name.startsWith('pg_')) return { problem: schemaPanelText.reserved }
  try {
    return { command: schemas.create({ name, ...(owner !== self && { owner }) }) }
  } catch (error) {
    return { problem: messageOf(error) }
  }
}

function problemOf(error: unknown): string {
  if (isAppError(error, 'duplicate_object')) return schemaPanelText.taken
  return messageOf(error)
}
