import type { CellInput } from '@colonnade/pg-meta'
import { Button, toast } from '@colonnade/ui'
import { useState } from 'react'
import { fixedReason } from '../changes/editability.ts'
import { besideField, type ChangeErrorWords } from '../changes/explain-change-error.ts'
import { SidePanel } from '../../../lib/panels/side-panel.tsx'
import { stagingStoreOf } from '../staging/staging-store.ts'
import type { RowId } from '../staging/staging.ts'
import { rowAddPanelText } from './messages.ts'
import { meantInput, newRow, problemsOf, type Drafts } from './row-draft.ts'
import { RowForm } from './row-form.tsx'
import type { RowPanelProps } from './row-panel-props.ts'
import { WithRow } from './with-row.tsx'

/** A new row, or one that starts with the values of another. */
export function RowAddPanel({ from, ...props }: RowPanelProps & { readonly from: RowId | undefined }) {
  const { entity } = props.scope
  if (from === undefined) return <NewRow {...props} start={newRow(entity)} isCopy={false} />
  return (
    <WithRow {...props} row={from} columns={entity.columns.map(({ name }) => name)} title={rowAddPanelText.duplicateRow(entity.name)}>
      {({ valueOf }) => <NewRow {...props} start={newRow(entity, valueOf)} isCopy />}
    </WithRow>
  )
}

function NewRow({ scope, staging, onClose, onDone, start, isCopy }: RowPanelProps & { readonly start: Drafts; readonly isCopy: boolean }) {
  const { entity } = scope
  const [first] = useState(start)
  const [drafts, setDrafts] = useState(first)
  const [problems, setProblems] = useState<ReadonlyMap<string, string>>(new Map())
  const [refusal, setRefusal] = useState<ChangeErrorWords | null>(null)
  const [isSaving, setIsSaving] = useState(false)
  const submit = async (isMore: boolean) => {
    const found = problemsOf(entity, drafts)
    setProblems(found)
    setRefusal(null)
    if (found.size > 0) return
    const values = new Map<string, CellInput>()
    for (const column of entity.columns) {
      const input = meantInput(column, drafts.get(column.name) ?? { kind: 'default' })
      if (fixedReason(column) === null && input.kind !== 'default') values.set(column.name, input)
    }
    const [row] = staging.insert([values])
    if (staging.isImmediate && row !== undefined) {
      setIsSaving(true)
      const isSaved = await staging.save([row])
      setIsSaving(false)
      if (!isSaved) {
        const words = stagingStoreOf(scope).get().failure?.words ?? null
        // it stays in this form, and is not staged besides
        staging.revert(row)
        setRefusal(words)
        setProblems(new Map(words?.columns.map((column) => [column, besideField(words)])))
        return
      }
      toast.success(rowAddPanelText.rowInserted)
    }
    if (!isMore) return onDone()
    setDrafts(first)
    toast.success(staging.isImmediate ? rowAddPanelText.rowInserted : rowAddPanelText.rowStaged)
  }
  const action = staging.isImmediate ? rowAddPanelText.saveRow : rowAddPanelText.insertRow
  return (
    <SidePanel
      title={isCopy ? rowAddPanelText.duplicateRow(entity.name) : rowAddPanelText.newRow(entity.name)}
      description={staging.isImmediate ? undefined : rowAddPanelText.stagedHint}
      isDirty={drafts !== first}
      onClose={onClose}
      onSubmit={() => void submit(false)}
      footer={
        <>
          <Button onClick={onClose}>{rowAddPanelText.cancel}</Button>
          <Button isPending={isSaving} onClick={() => void submit(true)}>
            {/* one child: the button keeps its children apart */}
            <span>
              {action} <span className="max-sm:hidden">{rowAddPanelText.and} </span>
              {rowAddPanelText.addAnother}
            </span>
          </Button>
          <Button variant="primary" isPending={isSaving} onClick={() => void submit(false)}>
            {action}
          </Button>
        </>
      }
    >
      <RowForm
        scope={scope}
        drafts={drafts}
        problems={problems}
        refusal={refusal}
        lockOf={fixedReason}
        onChange={(changes) => setDrafts((before) => new Map([...before, ...changes]))}
      />
    </SidePanel>
  )
}
