import { isAppError } from '@colonnade/core'
import { Button, CodeBlock, Dialog, Field, Input, toast } from '@colonnade/ui'
import { useMutation, useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { messageOf } from '../../../lib/error-notice.tsx'
import { addressOf, pages, paths } from '../../../paths.ts'
import { refreshProjectData } from '../../../scope/keys/keys.ts'
import { profileQuery, projectQuery } from '../../../scope/queries.ts'
import { runTransaction } from '../../../scope/run-sql.ts'
import { productionLockQuery } from '../queries.ts'
import { RunDialog } from '../statements/run-dialog.tsx'
import type { SecuringStatement } from '../statements/secured-part.ts'
import { useCheckedRun } from '../statements/use-checked-run.ts'
import { migrationText, saveAsText, saveAsDialogText } from './messages.ts'
import { ranBeforeQuery, returnsQuery, savePlacesQuery, type RanBefore } from './queries.ts'
import { FunctionFields, MaterializedFields, MigrationFields, PlaceFields, ViewFields } from './save-fields.tsx'
import type { SaveSource } from './save-source.ts'
import { blamedParameter, oidSql, saveStatements, takenField, type SaveDraft, type SaveKind } from './save-sql.ts'

/** Building and filling may take as long as the query does. */
const saveTimeoutMs = 600_000

const nouns = { view: 'view', 'materialized-view': 'materialized view', function: 'function' } as const

/** Answers to the questions asked before saving. */
interface Answer {
  /** Statements added to those that were written. */
  readonly added: readonly SecuringStatement[]
  /** The project's name, where its production lock asks for it. */
  readonly confirmedName: string | undefined
}

export interface SaveAsDialogProps {
  readonly projectRef: string
  readonly kind: SaveKind
  readonly source: Extract<SaveSource, { kind: 'statements' }>
  /** The statements have run: they can only be recorded. */
  readonly hasRun?: boolean
  readonly onClose: () => void
  readonly onSaved?: () => void
}

/** Asks for a name, shows the SQL, and runs it in one transaction. */
export function SaveAsDialog({ projectRef, kind, source, hasRun = false, onClose, onSaved }: SaveAsDialogProps) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const nameInput = useRef<HTMLInputElement>(null)
  const { data: profile } = useSuspenseQuery(profileQuery)
  const [draft, setDraft] = useState(() => firstDraft(kind, source, hasRun, profile.primary_email))
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
        ...(whole.kind !== 'migration' && { migration: { name: saveAsDialogText.create(nouns[whole.kind], whole.name) } }),
        timeout_ms: saveTimeoutMs,
        confirmed_name: confirmedName,
      })
      return isRelation ? { schema: whole.schema, id: Number(results.at(-1)?.rows[0]?.[0]) } : null
    },
    onSuccess: async (relation) => {
      const href =
        relation !== null
          ? paths.project.table(projectRef, relation)
          : whole.kind === 'migration'
            ? addressOf(pages.database.migrations, { ref: projectRef })
            : null
      toast.success(doneText(whole), href === null ? undefined : { label: saveAsText.open, onClick: () => void navigate({ href }) })
      onClose()
      onSaved?.()
      await refreshProjectData(queryClient, projectRef)
    },
  })
  const { data: project } = useQuery(projectQuery(projectRef))
  const { data: lock } = useQuery(productionLockQuery(projectRef))
  // the same questions as for a run outside of a migration
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
        title={hasRun ? migrationText.record : saveAsText.titles[kind]}
        initialFocus={nameInput}
        className="w-[40rem]"
        footer={
          <>
            <Button onClick={onClose}>{saveAsText.cancel}</Button>
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
              {draft.kind !== 'migration' ? saveAsText.submit[draft.kind] : draft.isRun ? migrationText.runAndRecord : migrationText.record}
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
              <Field label={saveAsText.name}>
                <Input ref={nameInput} value={draft.name} onChange={({ target }) => change({ ...draft, name: target.value })} />
              </Field>
              <MigrationFields
                draft={draft}
                ranAs={place?.version ?? ''}
                isTaken={taken === 'version'}
                cannotRun={source.cannotRun}
                hasRun={hasRun}
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
            <span className="text-xs text-faint">{saveAsText.sql}</span>
            {draft.name.trim() === '' ? (
              <p className="text-sm text-soft">{saveAsText.noName}</p>
            ) : 'problem' in built ? (
              <p className="text-sm text-danger">{built.problem}</p>
            ) : (
              <CodeBlock label={saveAsText.sqlLabel} className="max-h-56" code={built.text} />
            )}
          </div>
          {save.error && taken === null && (
            <p role="alert" className="text-sm text-danger wrap-anywhere">
              {messageOf(save.error)}
            </p>
          )}
        </form>
      </Dialog>
      {/* replaces the dialog until it is answered */}
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

/** Puts each added statement right after the one that it belongs to. */
function withAdded(statements: readonly string[], added: readonly SecuringStatement[]): string[] {
  return statements.flatMap((statement, index) => [statement, ...added.flatMap(({ after, recorded }) => (after === index ? [recorded] : []))])
}

function doneText(draft: SaveDraft): string {
  if (draft.kind !== 'migration') return saveAsText.created[draft.kind]
  return draft.isRun ? migrationText.recordedAfterRun : migrationText.recorded
}

/** Fills empty fields with the values found for them. */
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

function firstDraft(
  kind: SaveKind,
  { statements, placeholders, cannotRun }: SaveAsDialogProps['source'],
  hasRun: boolean,
  createdBy: string,
): SaveDraft {
  const named = { schema: 'public', name: '', query: statements[0] ?? '' }
  switch (kind) {
    case 'view':
      return { kind, ...named, isInvoker: true, checkOption: 'none', owner: null, isReplacing: false }
    case 'materialized-view':
      return { kind, ...named, owner: null, isFilled: true }
    case 'function':
      return { kind, ...named, parameters: placeholders.map((name) => ({ name, type: 'text' })), returns: '' }
    case 'migration':
      return { kind, version: '', name: '', statements, createdBy, isRun: cannotRun === null && !hasRun }
  }
}
