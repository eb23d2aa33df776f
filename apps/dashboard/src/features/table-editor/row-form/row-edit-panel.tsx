import { Button, toast } from '@colonnade/ui'
import { useState } from 'react'
import { fixedReason, lockedReason } from '../changes/editability.ts'
import { besideField, type ChangeErrorWords } from '../changes/explain-change-error.ts'
import { PointingRows } from '../foreign-rows/pointing-rows.tsx'
import { useIsNarrow } from '../../../lib/use-is-narrow.ts'
import { SidePanel } from '../../../lib/panels/side-panel.tsx'
import { stagingStoreOf } from '../staging/staging-store.ts'
import type { RowId } from '../staging/staging.ts'
import { rowEditPanelText } from './messages.ts'
import { changedDrafts, inputOf, problemsOf, type Drafts } from './row-draft.ts'
import { RowForm } from './row-form.tsx'
import type { RowPanelProps } from './row-panel-props.ts'
import { WithRow, type ReadyRow } from './with-row.tsx'

/** All columns of one row, and the rows that point at it. */
export function RowEditPanel({ row, ...props }: RowPanelProps & { readonly row: RowId }) {
  const { entity } = props.scope
  return (
    <WithRow {...props} row={row} columns={entity.columns.map(({ name }) => name)} title={rowEditPanelText.row(entity.name)}>
      {(ready) => <EditedRow {...props} row={row} ready={ready} />}
    </WithRow>
  )
}

function EditedRow({ scope, staging, onClose, onDone, onFollow, row, ready }: RowPanelProps & { readonly row: RowId; readonly ready: ReadyRow }) {
  const { entity, rights } = scope
  const staged = staging.rows.get(row)
  const isNew = ready.key === null
  const isLocked = staged?.kind === 'delete' || (!isNew && !rights.canUpdate)
  const [first] = useState((): Drafts => {
    const inputs =
      staged?.kind === 'insert'
        ? staged.values
        : new Map(staged?.kind === 'update' ? [...staged.cells].map(([name, { input }]) => [name, input]) : [])
    return new Map(entity.columns.map(({ name }) => [name, inputs.get(name) ?? (isNew ? { kind: 'default' } : inputOf(ready.valueOf(name)))]))
  })
  const [drafts, setDrafts] = useState(first)
  const [problems, setProblems] = useState<ReadonlyMap<string, string>>(new Map())
  const [refusal, setRefusal] = useState<ChangeErrorWords | null>(null)
  const [isSaving, setIsSaving] = useState(false)
  const isNarrow = useIsNarrow()
  const touched: Drafts = new Map([...drafts].filter(([name, draft]) => draft !== first.get(name)))
  const submit = async () => {
    const found = problemsOf(entity, touched)
    setProblems(found)
    setRefusal(null)
    if (found.size > 0) return
    // against what the form began with: what was put back is taken back
    const changes = changedDrafts(entity, touched, (name) => {
      const before = first.get(name)
      return before?.kind === 'text' ? before.text : null
    })
    staging.set(changes.map(([{ name }, input]) => ({ row, key: ready.key, column: name, base: ready.valueOf(name), input })))
    if (staging.isImmediate && changes.length > 0) {
      setIsSaving(true)
      const isSaved = await staging.save([row])
      setIsSaving(false)
      const { failure, conflicts } = stagingStoreOf(scope).get()
      if (!isSaved && conflicts.length === 0) {
        const words = failure?.words ?? null
        setRefusal(words)
        setProblems(new Map(words?.columns.map((column) => [column, besideField(words)])))
        return
      }
      if (isSaved) toast.success(rowEditPanelText.rowSaved)
    }
    onDone()
  }
  const name = isNew ? rowEditPanelText.newRow(entity.name) : rowEditPanelText.row(entity.name)
  return (
    <SidePanel
      title={name}
      description={ready.key === null ? undefined : ready.key.columns.map((column, index) => `${column} ${ready.key!.values[index]}`).join(', ')}
      isDirty={touched.size > 0}
      // a record is read first: a field with the focus would open the keyboard of the phone
      isForm={!isNarrow}
      onClose={onClose}
      onSubmit={() => void submit()}
      footer={
        isLocked ? (
          <Button onClick={onClose}>{rowEditPanelText.close}</Button>
        ) : (
          <>
            <Button onClick={onClose}>{rowEditPanelText.cancel}</Button>
            <Button variant="primary" isPending={isSaving} onClick={() => void submit()}>
              {staging.isImmediate ? rowEditPanelText.saveRow : rowEditPanelText.stageChanges}
            </Button>
          </>
        )
      }
    >
      {staged?.kind === 'delete' && <p className="border-b bg-danger-tint px-4 py-2">{rowEditPanelText.deletedHint}</p>}
      <RowForm
        scope={scope}
        drafts={drafts}
        problems={problems}
        refusal={refusal}
        lockOf={(column) => (isLocked ? rowEditPanelText.readOnly : isNew ? fixedReason(column) : lockedReason(column))}
        onChange={(changes) => setDrafts((before) => new Map([...before, ...changes]))}
      />
      {ready.key !== null && (
        <section aria-label={rowEditPanelText.referencingRows} className="flex flex-col gap-2 border-t p-4">
          <h3 className="font-medium">{rowEditPanelText.referencingRows}</h3>
          <PointingRows scope={scope} valueOf={ready.valueOf} onFollow={onFollow} />
        </section>
      )}
    </SidePanel>
  )
}
