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
  /** What is lost, beside its size. */
  readonly description: ReactNode
  readonly drop: (options: { readonly cascade: boolean }) => Command
  readonly onClose: () => void
  /** It is gone. */
  readonly onDropped: () => void
  /** Above what depends on it. */
  readonly children?: ReactNode
}

/** Drops are waited for as long as somebody else holds the table, and no longer. */
const dropTimeoutMs = 60_000

/**
 * Asks before something is dropped, and shows first what would go along with it. Restricted unless cascade is ticked (spec §4, §5); the
 * drop is one transaction, unless it is of a kind that Postgres runs only by itself, and a refusal stands where it was asked for.
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
          // somebody may have made something meanwhile that depends on it
          void dependents.refetch()
          throw error
        }
        onDropped()
      }}
    >
      {children}
      {dependents.isPending && (
        <output aria-label="Looking for what depends on it" className="flex flex-col gap-2">
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
            {isCascade ? ' and will be deleted, too:' : ', so Postgres refuses to delete it alone:'}
          </p>
          <DependentsList label="What depends on it" dependents={depending} />
          {following.length > 0 && <FoldedDependents label="With them:" dependents={following} />}
        </div>
      )}
      {belonging.length > 0 && <FoldedDependents label="Its own parts go, too:" dependents={belonging} />}
      <CodeBlock code={drop({ cascade: isCascade }).sql} label="SQL" isWrapped className="max-h-32" />
      {dependents.isSuccess && <Checkbox isChecked={isCascade} onCheckedChange={setIsCascade} label="Cascade: delete what depends on it, too" />}
    </ConfirmDialog>
  )
}
