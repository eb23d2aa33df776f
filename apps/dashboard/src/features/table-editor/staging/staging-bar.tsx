import { Button, ConfirmDialog, IconButton, Kbd, RelativeTime, SegmentedControl, Tooltip } from '@colonnade/ui'
import { useQueryClient } from '@tanstack/react-query'
import { Redo2, TriangleAlert, Undo2 } from 'lucide-react'
import { lazy, Suspense, useEffect, useEffectEvent, useState } from 'react'
import { loaded } from '../../../lib/late/loaded.ts'
import { modified } from '../../../lib/modifier-key.ts'
import { whoMay } from '../../../lib/texts/who-may.ts'
import { useIsAllowed } from '../../../scope/permissions.ts'
import { refreshStanding } from '../../../scope/standing/standing.ts'
import { ReferringToStaged } from '../bulk/referring-rows.tsx'
import type { TableScope } from '../table-scope.ts'
import { stagingBarText } from './messages.ts'
import { countStaged, deletedKeys } from './staged-changes.ts'
import { stagedText } from './staging-text.ts'
import type { Staging } from './staging.ts'

const ReviewDialog = lazy(loaded(() => import('./review-dialog.tsx'), 'ReviewDialog'))

/** More changes than these are not thrown away by one click. */
const manyChanges = 5

export interface StagingBarProps {
  readonly scope: TableScope
  readonly staging: Staging
  readonly onWriteSql: (text: string) => void
}

/** What is staged for the table, and what can be done with all of it. It is there while there is something. */
export function StagingBar({ scope, staging, onWriteSql }: StagingBarProps) {
  const { projectRef, entity } = scope
  const [open, setOpen] = useState<'review' | 'discard' | null>(null)
  const { isSaving, isImmediate, failure, conflicts } = staging
  const count = countStaged(staging)
  const changes = count.cells + count.inserts + count.deletes
  const discard = () => (changes > manyChanges ? setOpen('discard') : staging.discard())
  const client = useQueryClient()
  const mayWrite = useIsAllowed(projectRef)('database:write')
  // it may be allowed again by now
  const save = async () => (mayWrite ? void (await staging.save()) : refreshStanding(client))
  useStagingKeys(staging, save)
  const isShown = changes > 0 || staging.canUndo || staging.canRedo || failure !== null
  useEffect(() => (isShown ? focusCell : undefined), [isShown])
  if (!isShown) return null
  return (
    <section aria-label={stagingBarText.changes} className="flex flex-wrap items-center gap-x-2 gap-y-1 border-t bg-surface px-3 py-1.5">
      <output className="min-w-0 font-medium tabular-nums">{changes === 0 ? stagingBarText.noChanges : stagedText(count)}</output>
      {staging.restoredFrom !== null && (
        <span className="text-soft">
          {stagingBarText.restored} <RelativeTime value={new Date(staging.restoredFrom).toISOString()} />
        </span>
      )}
      {!staging.isKept && changes > 0 && <span className="text-warning">{stagingBarText.tooLarge}</span>}
      {!isImmediate && (
        <span className="flex">
          <IconButton label={stagingBarText.undo} disabled={!staging.canUndo} onClick={() => staging.undo()}>
            <Undo2 aria-hidden />
          </IconButton>
          <IconButton label={stagingBarText.redo} disabled={!staging.canRedo} onClick={() => staging.redo()}>
            <Redo2 aria-hidden />
          </IconButton>
        </span>
      )}
      {count.deletes > 0 && failure === null && conflicts.length === 0 && <ReferringToStaged scope={scope} keys={deletedKeys(staging)} />}
      <Trouble staging={staging} />
      {changes > 0 && (
        <span className="ml-auto flex flex-wrap items-center gap-2">
          {!mayWrite && <span className="text-xs text-soft">{whoMay('database:write', stagingBarText.changeTask)}</span>}
          <Button size="sm" variant="ghost" isPending={false} disabled={isSaving} onClick={discard}>
            {stagingBarText.discard}
          </Button>
          <Button size="sm" onClick={() => setOpen('review')}>
            {stagingBarText.review}
          </Button>
          <Tooltip content={<Kbd>{modified('S')}</Kbd>}>
            <Button size="sm" variant="primary" isPending={isSaving} aria-disabled={!mayWrite || undefined} onClick={() => void save()}>
              {conflicts.length > 0 ? stagingBarText.saveAgain : stagingBarText.save}
            </Button>
          </Tooltip>
        </span>
      )}
      {open === 'review' && (
        <Suspense>
          <ReviewDialog
            scope={scope}
            staging={staging}
            mayWrite={mayWrite}
            onSave={() => void save()}
            onWriteSql={onWriteSql}
            onClose={() => setOpen(null)}
          />
        </Suspense>
      )}
      <ConfirmDialog
        isOpen={open === 'discard'}
        onOpenChange={(isOpen) => !isOpen && setOpen(null)}
        title={stagingBarText.discardTitle}
        description={stagingBarText.discardBody(stagedText(count), entity.name)}
        confirmLabel={stagingBarText.discardChanges}
        isDanger
        onConfirm={async () => staging.discard()}
      />
    </section>
  )
}

/** The bar is gone, and the focus with it if it was there: one goes on at the cell where one was. */
function focusCell(): void {
  if (document.activeElement !== document.body) return
  document.querySelector<HTMLElement>('[role=grid] [role=gridcell][tabindex="0"]')?.focus({ preventScroll: true })
}

/** Why nothing was saved, where the grid may not show it. */
function Trouble({ staging }: { readonly staging: Staging }) {
  const { failure, conflicts } = staging
  if (conflicts.length > 0) {
    const all = (keep: 'mine' | 'theirs') => {
      for (const conflict of conflicts) staging.resolve(conflict, keep)
    }
    return (
      <span role="alert" className="flex flex-wrap items-center gap-x-2 text-warning">
        <TriangleAlert aria-hidden className="size-4" />
        {stagingBarText.conflicts(conflicts.length)}
        <Button size="sm" onClick={() => all('mine')}>
          {stagingBarText.keepAllMine}
        </Button>
        <Button size="sm" onClick={() => all('theirs')}>
          {stagingBarText.allTheirs}
        </Button>
      </span>
    )
  }
  if (failure === null) return null
  return (
    <span role="alert" className="flex min-w-0 items-center gap-x-2 text-danger" title={failure.words.detail ?? undefined}>
      <TriangleAlert aria-hidden className="size-4 shrink-0" />
      <span className="truncate">{stagingBarText.failed(failure.words.title)}</span>
    </span>
  )
}

/** Chooses whether edits wait for Save or are saved immediately. */
export function EditModeControl({ staging }: { readonly staging: Staging }) {
  return (
    <SegmentedControl
      label={stagingBarText.mode}
      value={staging.isImmediate ? 'immediate' : 'staged'}
      onValueChange={(value) => staging.setImmediate(value === 'immediate')}
      options={[
        { value: 'staged', label: stagingBarText.staged },
        { value: 'immediate', label: stagingBarText.immediate },
      ]}
    />
  )
}

/** Keys of the whole page: save, undo and redo, but not those of a field one types in. */
function useStagingKeys(staging: Staging, save: () => Promise<void>): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.defaultPrevented) return
    const key = event.key.toLowerCase()
    if (key === 's' && !event.shiftKey) {
      // never the browser's dialog for saving the page, also while there is nothing to save
      event.preventDefault()
      void saveAfterEditor(event.target, save)
      return
    }
    if (isTyping(event.target)) return
    const isRedo = (key === 'z' && event.shiftKey) || (key === 'y' && event.ctrlKey)
    if (isRedo && staging.canRedo) staging.redo()
    else if (key === 'z' && !event.shiftKey && staging.canUndo) staging.undo()
    else return
    event.preventDefault()
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event)
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [])
}

/** What is being typed into a cell is part of what is saved: leaving the cell stages it. */
async function saveAfterEditor(target: EventTarget | null, save: () => Promise<void>): Promise<void> {
  if (target instanceof HTMLElement && isTyping(target)) {
    target.blur()
    await new Promise((resolve) => setTimeout(resolve))
  }
  await save()
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || target.matches('input:not([type=checkbox], [type=radio]), textarea, select'))
}
