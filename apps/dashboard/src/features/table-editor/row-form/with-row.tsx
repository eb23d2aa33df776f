import { Button, Skeleton } from '@colonnade/ui'
import type { ReactNode } from 'react'
import { ErrorNotice } from '../../../lib/error-notice.tsx'
import { SidePanel } from '../../../lib/panels/side-panel.tsx'
import type { RowId, Staging } from '../staging/staging.ts'
import type { TableScope } from '../table-scope.ts'
import { withRowText } from './messages.ts'
import { useRow, type RowState } from './use-row.ts'

export type ReadyRow = Extract<RowState, { kind: 'ready' }>

export interface WithRowProps {
  readonly scope: TableScope
  readonly staging: Staging
  readonly row: RowId
  readonly columns: readonly string[]
  readonly title: string
  readonly onClose: () => void
  readonly children: (ready: ReadyRow) => ReactNode
}

/** A panel about a row, once its whole values are there; or why they are not. */
export function WithRow({ scope, staging, row, columns, title, onClose, children }: WithRowProps) {
  const state = useRow(scope, staging, row, columns)
  if (state.kind === 'ready') return children(state)
  return (
    <SidePanel title={title} onClose={onClose} footer={<Button onClick={onClose}>{withRowText.close}</Button>}>
      <div className="flex flex-col gap-3 p-4">
        {state.kind === 'loading' && <Skeleton className="h-40 w-full" />}
        {state.kind === 'gone' && <p role="alert">{withRowText.gone}</p>}
        {state.kind === 'error' && <ErrorNotice error={state.error} onRetry={state.retry} />}
      </div>
    </SidePanel>
  )
}
