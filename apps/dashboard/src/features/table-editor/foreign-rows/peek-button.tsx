import { IconButton, Popover } from '@colonnade/ui'
import { ArrowUpRight } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { loaded } from '../../../lib/late/loaded.ts'
import { shownCell } from '../grid/staged-rows.ts'
import type { GridRow } from '../rows/row-window.ts'
import type { StagedRow } from '../staging/staging.ts'
import { useFollow } from './follow-context.ts'
import { peekButtonText } from './messages.ts'
import { referencesOfColumn } from './references.ts'

const ReferredCard = lazy(loaded(() => import('./referred-card.tsx'), 'ReferredCard'))

export interface PeekButtonProps {
  readonly column: string
  readonly row: GridRow
  readonly staged: StagedRow | undefined
}

/** In a cell of a foreign key: shows the row that it refers to. Nothing in other cells. */
export function PeekButton({ column, row, staged }: PeekButtonProps) {
  const { scope, onFollow } = useFollow()
  const [reference] = referencesOfColumn(scope.entity, column)
  const { columns } = scope.entity
  const valueOf = (name: string) =>
    shownCell(
      row,
      name,
      columns.findIndex((other) => other.name === name),
      staged,
    ).text
  if (reference === undefined || valueOf(column) === null) return null
  return (
    <Popover
      label={peekButtonText.rowOf(reference.table.name)}
      side="right"
      className="w-80"
      trigger={
        <IconButton label={peekButtonText.showRow(reference.table.name)} hasTooltip={false} tabIndex={-1} className="size-5">
          <ArrowUpRight aria-hidden />
        </IconButton>
      }
    >
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the grid is not to hear of keys that are pressed here */}
      <div onKeyDown={(event) => event.key !== 'Escape' && event.stopPropagation()} onDoubleClick={(event) => event.stopPropagation()}>
        <Suspense>
          <ReferredCard scope={scope} reference={reference} valueOf={valueOf} onFollow={onFollow} />
        </Suspense>
      </div>
    </Popover>
  )
}
