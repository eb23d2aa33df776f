import type { Branch } from '@colonnade/contracts/copies/branches'
import { copyableTablesListed, type CopyableTable, TableName } from '@colonnade/contracts/copies/table-copies'
import { isAppError } from '@colonnade/core'
import { Button, Field, Input, SearchSelect, Skeleton } from '@colonnade/ui'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { formatBytes, formatNumber } from '../../lib/bytes.ts'
import { ErrorNotice } from '../../lib/error-notice.tsx'
import { useIsAllowed } from '../../scope/permissions.ts'
import { removedAfter, shownName, tableToChoose } from './choose-table.ts'
import { tableCopyText as texts } from './messages.ts'
import { commitsAtQuery, copyableTablesQuery, useCreateCopy } from './queries.ts'

export interface CopyTableFormProps {
  readonly branch: Branch
  /** Name of the project that the branch belongs to. */
  readonly projectName: string
  /** Called with the id of the copy. */
  readonly onBegun: (id: string) => void
  readonly onClose: () => void
}

/** Loads the branch's tables, and what the restored moment was chosen for. */
export function CopyTableForm(props: CopyTableFormProps) {
  const { branch } = props
  const { parent_project_ref: ref, restored_to: restoredTo } = branch
  const { data, error, refetch } = useQuery(copyableTablesQuery({ ref, branch: branch.id }))
  // only those who can restore see commits; without them, nothing is suggested
  const mayOperate = useIsAllowed(branch.project_ref)('projects:operate')
  const commits = useQuery({ ...commitsAtQuery(ref, restoredTo ?? branch.created_at), enabled: mayOperate && restoredTo !== null })
  if (error !== null) return <ErrorNotice error={error} onRetry={() => void refetch()} />
  if (data === undefined || commits.isLoading) {
    return (
      <output aria-label={texts.loading} className="flex flex-col gap-3">
        <Skeleton className="h-8 w-full rounded-md" />
        <Skeleton className="h-24 w-full rounded-md" />
      </output>
    )
  }
  const removed = commits.data === undefined || restoredTo === null ? [] : removedAfter(commits.data, restoredTo)
  const first = tableToChoose(data.tables, removed)
  if (first === undefined) return <p className="text-sm text-soft">{texts.noTables}</p>
  return <Choice {...props} tables={data.tables} hasMore={data.has_more} first={first} />
}

interface ChoiceProps extends CopyTableFormProps {
  readonly tables: readonly CopyableTable[]
  readonly hasMore: boolean
  readonly first: NonNullable<ReturnType<typeof tableToChoose>>
}

const keyOf = ({ schema, name }: CopyableTable): string => JSON.stringify([schema, name])

/** Asks which table to copy, and what the copy is called. A locked project asks for its name. */
function Choice({ branch, projectName, tables, hasMore, first, onBegun, onClose }: ChoiceProps) {
  const create = useCreateCopy({ ref: branch.parent_project_ref, branch: branch.id })
  // a commit isn't asked about twice: what was suggested first stays
  const [suggested] = useState(first)
  const [chosen, setChosen] = useState(keyOf(suggested.table))
  const [typed, setTyped] = useState<string | null>(null)
  const [taken, setTaken] = useState<string | null>(null)
  const [isLocked, setIsLocked] = useState(false)
  const [confirmed, setConfirmed] = useState('')
  const form = useRef<HTMLFormElement>(null)
  const table = tables.find((one) => keyOf(one) === chosen) ?? suggested.table
  const name = typed ?? table.free_name
  const label = shownName(table)
  const shown = shownName({ schema: table.schema, name })
  const isTaken = taken === shown || (table.is_taken && name === table.name)
  const problem = TableName.safeParse(name).error?.issues[0]?.message ?? (isTaken ? texts.takenHere(projectName, shown) : undefined)
  const error =
    create.error === null || isAppError(create.error, 'duplicate_object') || isAppError(create.error, 'production_locked') ? null : create.error
  // the button was pressed far from the mistake
  useEffect(() => {
    if (taken !== null || isLocked) form.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-confirms]')?.focus()
  }, [taken, isLocked])
  const begin = async () => {
    try {
      const input = { schema: table.schema, name: table.name, target_name: name, ...(isLocked && { confirmed_name: confirmed }) }
      onBegun((await create.mutateAsync(input)).id)
    } catch (thrown) {
      if (isAppError(thrown, 'duplicate_object')) setTaken(shown)
      if (isAppError(thrown, 'production_locked')) setIsLocked(true)
    }
  }
  return (
    <form
      ref={form}
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        if (problem === undefined) void begin()
      }}
    >
      <Field label={texts.table} hint={hasMore ? texts.moreTables(formatNumber(copyableTablesListed)) : hintOf(table, suggested)}>
        <SearchSelect
          value={chosen}
          onValueChange={(next) => {
            setChosen(next)
            setTyped(null)
          }}
          options={tables.map((one) => ({ value: keyOf(one), label: shownName(one), hint: sizeOf(one) }))}
          searchLabel={texts.searchTables}
          emptyText={texts.noMatch}
        />
      </Field>
      <Field
        label={texts.newName}
        error={problem}
        hint={typed !== null ? undefined : table.is_taken ? texts.taken(projectName, label) : texts.free(projectName, label)}
      >
        <Input value={name} onChange={(event) => setTyped(event.target.value)} autoComplete="off" spellCheck={false} className="font-mono" />
      </Field>
      <dl className="flex flex-col gap-2 text-sm">
        <Point title={texts.copied}>
          {texts.copiedText} {table.rls_enabled && `${texts.protectedText} `}
          {table.is_partitioned && texts.partitioned}
        </Point>
        <Point title={texts.notCopied}>{texts.notCopiedText}</Point>
      </dl>
      {isLocked && (
        <Field label={texts.projectName} hint={texts.locked(projectName)}>
          <Input data-confirms value={confirmed} onChange={(event) => setConfirmed(event.target.value)} autoComplete="off" spellCheck={false} />
        </Field>
      )}
      {error !== null && <ErrorNotice error={error} />}
      <div className="flex flex-wrap justify-end gap-2 pt-1">
        <Button onClick={onClose}>{texts.cancel}</Button>
        <Button
          type="submit"
          variant="primary"
          isPending={create.isPending}
          disabled={problem !== undefined || (isLocked && confirmed.trim() !== projectName.trim())}
        >
          {texts.copyBack}
        </Button>
      </div>
    </form>
  )
}

function hintOf(table: CopyableTable, suggested: ChoiceProps['first']): string {
  const size = sizeOf(table)
  return suggested.isRemoved && keyOf(table) === keyOf(suggested.table) ? `${size}. ${texts.suggested}` : size
}

function sizeOf({ rows_estimate: rows, bytes }: CopyableTable): string {
  return texts.size(rows === null ? null : texts.about(formatNumber(rows), rows === 1), formatBytes(bytes))
}

function Point({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <div className="flex flex-col gap-0.5">
      <dt className="font-medium">{title}</dt>
      <dd className="text-soft">{children}</dd>
    </div>
  )
}
