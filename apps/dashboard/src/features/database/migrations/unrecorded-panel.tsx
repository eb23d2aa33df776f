import type { Migration } from '@colonnade/pg-meta'
import type { UnrecordedChange } from '@colonnade/pg-meta/unrecorded-changes'
import { Button, Checkbox, ConfirmDialog, Field, Input, toast } from '@colonnade/ui'
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { SidePanel } from '../../../lib/panels/side-panel.tsx'
import { profileQuery } from '../../../scope/queries.ts'
import { ChangePanel } from '../../../scope/changes/change-panel.tsx'
import { runChange } from '../../../scope/changes/database-change.ts'
import { unrecordedText } from './messages.ts'
import { unrecordedQuery } from './migration-queries.ts'
import { dismissal, keyOf, unrecordedDraft } from './unrecorded-draft.ts'
import { UnrecordedList } from './unrecorded-list.tsx'

export interface UnrecordedPanelProps {
  readonly projectRef: string
  readonly changes: readonly UnrecordedChange[]
  readonly known: readonly Migration[]
  readonly onClose: () => void
  readonly onDone: () => void
}

export interface UnrecordedViewProps {
  readonly changes: readonly UnrecordedChange[]
  readonly onClose: () => void
}

const title = unrecordedText.title

/** Shows unrecorded changes to people who can't change the database. */
export function UnrecordedView({ changes, onClose }: UnrecordedViewProps) {
  return (
    <SidePanel
      title={title}
      description={unrecordedText.descriptionView}
      size="wide"
      onClose={onClose}
      footer={<Button onClick={onClose}>{unrecordedText.close}</Button>}
    >
      <div className="flex flex-col gap-4 p-4">
        <UnrecordedList changes={changes} />
      </div>
    </SidePanel>
  )
}

/** Records schema changes that no migration has as one, or dismisses them. */
export function UnrecordedPanel({ projectRef, changes, known, onClose, onDone }: UnrecordedPanelProps) {
  const { data: profile } = useSuspenseQuery(profileQuery)
  const client = useQueryClient()
  const [name, setName] = useState('')
  const [leftOut, setLeftOut] = useState<ReadonlySet<string>>(new Set())
  const [dismissed, setDismissed] = useState<readonly UnrecordedChange[] | null>(null)
  // a single change needs no choice
  const chosen = changes.length === 1 ? changes : changes.filter((change) => !leftOut.has(keyOf(change)))
  const choose = (change: UnrecordedChange, isChosen: boolean): void => {
    const next = new Set(leftOut)
    if (isChosen) next.delete(keyOf(change))
    else next.add(keyOf(change))
    setLeftOut(next)
  }
  return (
    <ChangePanel
      projectRef={projectRef}
      title={title}
      description={unrecordedText.description}
      size="wide"
      draft={unrecordedDraft({ name, createdBy: profile.primary_email }, chosen, known)}
      isDirty={name !== ''}
      submitLabel={unrecordedText.record}
      doneText={unrecordedText.recorded}
      onClose={onClose}
      onDone={onDone}
    >
      {(problems) => (
        <>
          <Field label={unrecordedText.name} error={problems['name']}>
            <Input value={name} autoComplete="off" placeholder={unrecordedText.namePlaceholder} onChange={(event) => setName(event.target.value)} />
          </Field>
          {changes.length > 1 && (
            <div className="flex min-h-7 flex-wrap items-center justify-between gap-x-3 gap-y-1 px-3">
              <Checkbox
                label={chosen.length === changes.length ? unrecordedText.all(changes.length) : unrecordedText.some(chosen.length, changes.length)}
                isChecked={chosen.length === changes.length}
                isIndeterminate={chosen.length > 0 && chosen.length < changes.length}
                onCheckedChange={(isChecked) => setLeftOut(new Set(isChecked ? [] : changes.map(keyOf)))}
              />
              <Button size="sm" variant="ghost" disabled={chosen.length === 0} onClick={() => setDismissed(chosen)}>
                {unrecordedText.dismissSelected}
              </Button>
            </div>
          )}
          {problems['changes'] !== undefined && (
            <p role="alert" className="text-danger">
              {problems['changes']}
            </p>
          )}
          <UnrecordedList
            changes={changes}
            renderChoice={(change) =>
              changes.length > 1 && (
                <Checkbox
                  ariaLabel={unrecordedText.include(change.commands.join(', '), change.objects.join(', '))}
                  isChecked={!leftOut.has(keyOf(change))}
                  onCheckedChange={(isChecked) => choose(change, isChecked)}
                />
              )
            }
            renderActions={(change) => (
              <Button size="sm" variant="ghost" onClick={() => setDismissed([change])}>
                {unrecordedText.dismiss}
              </Button>
            )}
          />
          {dismissed !== null && (
            <ConfirmDialog
              isOpen
              onOpenChange={() => setDismissed(null)}
              title={unrecordedText.dismissTitle(dismissed.length)}
              description={unrecordedText.dismissText(dismissed.length)}
              confirmLabel={unrecordedText.dismiss}
              onConfirm={async () => {
                await runChange(projectRef, dismissal(dismissed))
                toast.success(unrecordedText.dismissed(dismissed.length))
                await client.invalidateQueries(unrecordedQuery(projectRef))
                setDismissed(null)
              }}
            />
          )}
        </>
      )}
    </ChangePanel>
  )
}
