import type { Command } from '@colonnade/pg-meta'
import type { DropTarget } from '@colonnade/pg-meta/dependents'
import { Checkbox, CodeBlock, ConfirmDialog, Skeleton } from '@colonnade/ui'
import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { ErrorNotice } from '../../lib/error-notice.tsx'
import { runChange } from '../changes/database-change.ts'
import { DependentsList, FoldedDependents } from './dependents-list.tsx'
import { dependentsQuery, dropWeightQuery } from './drop-queries.ts'
import { isTyped, kindsText, weightText } from './drop-words.ts'

export interface DropDialogProps {
  readonly projectRef: string
  readonly target: DropTarget
  /** "table", "column": what it is called in sentences. */
  readonly noun: string
  readonly name: string
  /** What the drop deletes; its size is added. */
  readonly description: ReactNode
  readonly drop: (options: { readonly cascade: boolean }) => Command
  readonly onClose: () => void
  /** Called after the drop. */
  readonly onDropped: () => void
  /** Shown above the dependent objects. */
  readonly children?: ReactNode
}

/** How long a drop waits for a lock. */
const dropTimeoutMs = 60_000

/**
 * Confirms a drop and first shows what it affects. Restricts unless cascade is ticked (spec §4, §5). The drop runs in one transaction,
 * unless Postgres doesn't allow that for its kind. Errors appear in the dialog.
 */
export function DropDialog({ projectRef, target, noun, name, description, drop, onClose, onDropped, children }: DropDialogProps) {
  const [isCascade, setIsCascade] = useState(false)
  const dependents = useQuery(dependentsQuery(projectRef, target))
  const weight = useQuery({ ...dropWeightQuery(projectRef, target.id), enabled: target.column === undefined && target.catalog === undefined })
  const found = dependents.data ?? []
  const depending = found.filter(({ how }) => how === 'depends')
  const following = found.filter(({ how }) => how === 'follows')
  const belonging = found.filter(({ how }) => how === 'belongs')
  const loss = weight.data ? weightText(weight.data) : null
  const isBlocked = depending.length > 0 && !isCascade
  const needsName = isTyped(weight.data ?? undefined, isCascade ? [...depending, ...following] : [])
  return (
    <ConfirmDialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={`Delete ${noun} ${name}?`}
      description={
        <>
          {description}
          {loss !== null && (
            <>
              {' '}
              It removes <strong className="font-medium whitespace-nowrap text-fg">{loss}</strong>.
            </>
          )}
        </>
      }
      confirmLabel={isCascade && depending.length > 0 ? `Delete ${noun} and ${depending.length + following.length} more` : `Delete ${noun}`}
      {...(needsName && { typedName: name })}
      isDanger
      isConfirmDisabled={dependents.isPending || weight.isLoading || isBlocked}
      onConfirm={async () => {
        try {
          const commands = [drop({ cascade: isCascade })]
          await runChange(projectRef, { name: `Delete ${noun} ${name}`, commands }, { timeoutMs: dropTimeoutMs })
        } catch (error) {
          // a dependent object may have been created since
          void dependents.refetch()
          throw error
        }
        onDropped()
      }}
    >
      {children}
      {dependents.isPending && (
        <output aria-label="Finding dependent objects" className="flex flex-col gap-2">
          <Skeleton className="h-3 w-2/3" />
          <Skeleton className="h-3 w-1/2" />
        </output>
      )}
      {dependents.error !== null && <ErrorNotice error={dependents.error} onRetry={() => void dependents.refetch()} />}
      {dependents.isSuccess && depending.length === 0 && <p className="text-soft">Nothing else depends on it.</p>}
      {depending.length > 0 && (
        <div className="flex flex-col gap-2">
          <p>
            {kindsText(depending)} {depending.length === 1 ? 'depends' : 'depend'} on it
            {isCascade ? ' and will also be deleted:' : ', so Postgres refuses to delete it alone:'}
          </p>
          <DependentsList label="What depends on it" dependents={depending} />
          {following.length > 0 && <FoldedDependents label="Along with them:" dependents={following} />}
        </div>
      )}
      {belonging.length > 0 && <FoldedDependents label="Its own parts are also deleted:" dependents={belonging} />}
      <CodeBlock code={drop({ cascade: isCascade }).sql} label="SQL" isWrapped className="max-h-32" />
      {dependents.isSuccess && <Checkbox isChecked={isCascade} onCheckedChange={setIsCascade} label="Cascade: also delete dependent objects" />}
    </ConfirmDialog>
  )
}
