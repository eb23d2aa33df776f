import { isAppError } from '@colonnade/core'
import { Button, CodeBlock, Dialog, Field, Input, toast } from '@colonnade/ui'
import { useMutation, useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { messageOf } from '../../../lib/error-notice.tsx'
import { paths } from '../../../paths.ts'
import { refreshProjectData } from '../../../scope/keys/keys.ts'
import { profileQuery, projectQuery } from '../../../scope/queries.ts'
import { runTransaction } from '../../../scope/run-sql.ts'
import { productionLockQuery } from '../queries.ts'
import { RunDialog } from '../statements/run-dialog.tsx'
import type { SecuringStatement } from '../statements/secured-part.ts'
import { useCheckedRun } from '../statements/use-checked-run.ts'
import { ranBeforeQuery, returnsQuery, savePlacesQuery, type RanBefore } from './queries.ts'
import { FunctionFields, MaterializedFields, MigrationFields, PlaceFields, ViewFields } from './save-fields.tsx'
import type { SaveSource } from './save-source.ts'
import { blamedParameter, oidSql, saveStatements, takenField, type SaveDraft, type SaveKind } from './save-sql.ts'

/** Building and filling may take as long as the query does. */
const saveTimeoutMs = 600_000

const titles: Readonly<Record<SaveKind, string>> = {
  view: 'Save as a view',
  'materialized-view': 'Save as a materialized view',
  function: 'Save as a function',
  migration: 'Save as a migration',
}

const nouns = { view: 'view', 'materialized-view': 'materialized view', function: 'function' } as const

/** What was answered before it is saved. */
interface Answer {
  /** Statements that nobody wrote. */
  readonly added: readonly SecuringStatement[]
  /** The project's name, where its production lock asks for it. */
  readonly confirmedName: string | undefined
}

export interface SaveAsDialogProps {
  readonly projectRef: string
  readonly kind: SaveKind
  readonly source: Extract<SaveSource, { kind: 'statements' }>
  readonly onClose: () => void
}

/** Asks how it is to be called, shows the SQL that makes it, and runs that in one transaction. */
export function SaveAsDialog({ projectRef, kind, source, onClose }: SaveAsDialogProps) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const nameInput = useRef<HTMLInputElement>(null)
  const { data: profile } = useSuspenseQuery(profileQuery)
  const [draft, setDraft] = useState(() => firstDraft(kind, source, profile.primary_email))
  const { data: places } = useQuery(savePlacesQuery(projectRef))
  const returns = useQuery({
    ...returnsQuery(projectRef, source.statements[0] ?? '', draft.kind === 'function' ? draft.parameters : []),
    enabled: draft.kind === 'function' && source.isQuery,
  })
  // without a version, what ran before has the time at which it did
  const isPlaced = draft.kind === 'migration' && !draft.isRun && draft.version === ''
  const { data: place } = useQuery({ ...ranBeforeQuery(projectRef, source.statements), enabled: isPlaced })
  const whole = completed(draft, returns.data, isPlaced ? place : undefined)
  const built = build(whole)
  const save = useMutation({
    mutationFn: async ({ added, confirmedName }: Answer) => {
      const wanted = whole.kind === 'migration' ? { ...whole, statements: withAdded(whole.statements, added) } : whole
      const isRelation = whole.kind === 'view' || whole.kind === 'materialized-view'
      const texts = [...saveStatements(wanted), ...(isRelation ? [oidSql(whole.schema, whole.name)] : [])]
      const { results } = await runTransaction(projectRef, {
        statements: texts.map((query, place) => ({ query, ...(isRelation && place === texts.length - 1 && { recorded: null }) })),
        // a migration with a version of its own records itself
        ...(whole.kind === 'migration' && whole.isRun && whole.version === '' && { migration: { name: whole.name } }),
        ...(whole.kind !== 'migration' && { migration: { name: `Create ${nouns[whole.kind]} ${whole.name}` } }),
        timeout_ms: saveTimeoutMs,
        confirmed_name: confirmedName,
      })
      return isRelation ? { schema: whole.schema, id: Number(results.at(-1)?.rows[0]?.[0]) } : null
    },
    onSuccess: async (relation) => {
      toast.success(
        `Saved ${whole.name}`,
        relation === null ? undefined : { label: 'Open', onClick: () => void navigate({ href: paths.project.table(projectRef, relation) }) },
      )
      onClose()
      await refreshProjectData(queryClient, projectRef)
    },
  })
  const { data: project } = useQuery(projectQuery(projectRef))
  const { data: lock } = useQuery(productionLockQuery(projectRef))
  // what a migration runs is asked about as if it were run by itself
  const checked = useCheckedRun(
    { projectRef, as: undefined, isLocked: lock?.is_locked === true, isInTransaction: false, commitsEach: false },
    ({ secured }, confirmedName) => {
      save.mutate({ added: secured ?? [], confirmedName })
      return Promise.resolve('ended')
    },
  )
  const taken = isAppError(save.error) ? takenField(kind, save.error) : null
  const nameError = taken === 'name' ? messageOf(save.error) : undefined
  const change = (next: SaveDraft) => {
    save.reset()
    setDraft(next)
  }
  return (
    <>
      <Dialog
        isOpen={checked.check.kind !== 'asking'}
        onOpenChange={(isOpen) => !isOpen && onClose()}
        title={titles[kind]}
        initialFocus={nameInput}
        className="w-[40rem]"
        footer={
          <>
            <Button onClick={onClose}>Cancel</Button>
            <Button
              variant="primary"
              form="save-as"
              type="submit"
              isPending={save.isPending || checked.check.kind === 'checking'}
              disabled={
                draft.name.trim() === '' ||
                'problem' in built ||
                (isPlaced && place === undefined) ||
                (draft.kind === 'function' && source.isQuery && draft.returns === '' && !returns.data)
              }
            >
              {draft.kind === 'migration' ? (draft.isRun ? 'Run and record' : 'Record as applied') : 'Save'}
            </Button>
          </>
        }
      >
        <form
          id="save-as"
          className="flex flex-col gap-3"
          onSubmit={(event) => {
            event.preventDefault()
            if (whole.kind === 'migration' && whole.isRun) checked.request({ part: source.part, rowLimit: null })
            else save.mutate({ added: [], confirmedName: undefined })
          }}
        >
          {draft.kind === 'migration' ? (
            <>
              <Field label="Name">
                <Input ref={nameInput} value={draft.name} onChange={({ target }) => change({ ...draft, name: target.value })} />
              </Field>
              <MigrationFields
                draft={draft}
                ranAs={place?.version ?? ''}
                isTaken={taken === 'version'}
                cannotRun={source.cannotRun}
                onChange={change}
              />
            </>
          ) : (
            <PlaceFields draft={draft} places={places} nameError={nameError} nameInput={nameInput} onChange={change} />
          )}
          {draft.kind === 'view' && <ViewFields draft={draft} places={places} onChange={change} />}
          {draft.kind === 'materialized-view' && <MaterializedFields draft={draft} places={places} onChange={change} />}
          {draft.kind === 'function' && (
            <FunctionFields
              draft={draft}
              found={returns.data ?? (source.isQuery ? '' : 'void')}
              error={returns.error ? messageOf(returns.error) : undefined}
              blamed={isAppError(returns.error) ? blamedParameter(draft.query, draft.parameters, returns.error.details) : null}
              onChange={change}
            />
          )}
          <div className="flex flex-col gap-1.5">
            <span className="text-xs text-faint">What is run, all of it or nothing</span>
            {draft.name.trim() === '' ? (
              <p className="text-sm text-soft">It stands here once it has a name.</p>
            ) : 'problem' in built ? (
              <p className="text-sm text-danger">{built.problem}</p>
            ) : (
              <CodeBlock label="The SQL that is run" className="max-h-56" code={built.text} />
            )}
          </div>
          {save.error && taken === null && (
            <p role="alert" className="text-sm text-danger wrap-anywhere">
              {messageOf(save.error)}
            </p>
          )}
        </form>
      </Dialog>
      {/* in its place, which it takes again when that is answered */}
      <RunDialog
        projectRef={projectRef}
        projectName={project?.name ?? ''}
        as={undefined}
        check={checked.check}
        confirm={checked.confirm}
        giveUp={checked.giveUp}
      />
    </>
  )
}

/** With what is found out where nothing was written. */
/** Each added statement right after the one that it belongs to. */
function withAdded(statements: readonly string[], added: readonly SecuringStatement[]): string[] {
  return statements.flatMap((statement, index) => [statement, ...added.flatMap(({ after, recorded }) => (after === index ? [recorded] : []))])
}

function completed(draft: SaveDraft, returns: string | undefined, place: RanBefore | undefined): SaveDraft {
  if (draft.kind === 'function' && draft.returns === '') return { ...draft, returns: returns ?? 'void' }
  return draft.kind === 'migration' && place !== undefined ? { ...draft, ...place } : draft
}

function build(draft: SaveDraft): { readonly text: string } | { readonly problem: string } {
  try {
    return {
      text: saveStatements(draft)
        .map((statement) => (statement.trimEnd().endsWith(';') ? statement : `${statement};`))
        .join('\n\n'),
    }
  } catch (thrown) {
    return { problem: messageOf(thrown) }
  }
}

function firstDraft(kind: SaveKind, { statements, placeholders, cannotRun }: SaveAsDialogProps['source'], createdBy: string): SaveDraft {
  const named = { schema: 'public', name: '', query: statements[0] ?? '' }
  switch (kind) {
    case 'view':
      return { kind, ...named, isInvoker: true, checkOption: 'none', owner: null, isReplacing: false }
    case 'materialized-view':
      return { kind, ...named, owner: null, isFilled: true }
    case 'function':
      return { kind, ...named, parameters: placeholders.map((name) => ({ name, type: 'text' })), returns: '' }
    case 'migration':
      return { kind, version: '', name: '', statements, createdBy, isRun: cannotRun === null }
  }
}
