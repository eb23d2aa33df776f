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

/** Stands for the role that the dashboard works as. */
const self = ''

/** A schema is made at once, unless somebody else is making one of the same name. */
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
      await runChange(projectRef, { name: `Create schema ${name}`, commands: [draft.command] }, { timeoutMs })
      await client.invalidateQueries({ queryKey: sqlKey(projectRef, 'schemas') })
      toast.success(`Schema ${name} created`)
      onDoneAt({ schema: name })
    } catch (error) {
      setFailure(error)
      setIsPending(false)
    }
  }
  return (
    <SidePanel
      title="New schema"
      isDirty={name !== '' || owner !== self}
      onClose={onClose}
      onSubmit={() => void save()}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={form} variant="primary" isPending={isPending} disabled={draft.command === undefined}>
            Create schema
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
        <Field label="Name" error={problem} hint="Roles of the data API need usage on it before they see what is in it.">
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
        <Field label="Owner">
          <SearchSelect
            value={owner}
            onValueChange={(next) => {
              setOwner(next)
              setFailure(null)
            }}
            options={[{ value: self, label: 'The role that creates it' }, ...found.map((role) => ({ value: role, label: role }))]}
            searchLabel="Search roles"
            emptyText="No role has this name."
          />
        </Field>
        {draft.command !== undefined && <CodeBlock code={draft.command.sql} label="statement" isWrapped />}
      </form>
    </SidePanel>
  )
}

interface Draft {
  readonly command?: Command
  /** Why it can not be made. */
  readonly problem?: string
}

function draftOf(name: string, owner: string): Draft {
  if (name === '') return {}
  if (name.startsWith('pg_')) return { problem: 'Names that begin with pg_ are Postgres’s own' }
  try {
    return { command: schemas.create({ name, ...(owner !== self && { owner }) }) }
  } catch (error) {
    return { problem: messageOf(error) }
  }
}

function problemOf(error: unknown): string {
  if (isAppError(error, 'duplicate_object')) return 'A schema of this name is there already'
  return messageOf(error)
}
