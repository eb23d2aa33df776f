import { lazy, Suspense } from 'react'
import { loaded } from '../../../lib/late/loaded.ts'
import { nothing, type Panel } from '../open/open.ts'
import { useOpen } from '../open/open-context.ts'
import type { RowPanelProps } from './row-panel-props.ts'

const RowAddPanel = lazy(loaded(() => import('./row-add-panel.tsx'), 'RowAddPanel'))
const RowEditPanel = lazy(loaded(() => import('./row-edit-panel.tsx'), 'RowEditPanel'))
const ValuePanel = lazy(loaded(() => import('./value-panel.tsx'), 'ValuePanel'))
const RefusedPanel = lazy(loaded(() => import('./refused-panel.tsx'), 'RefusedPanel'))
const ForeignRowPanel = lazy(loaded(() => import('./foreign-row-panel.tsx'), 'ForeignRowPanel'))

/** The panel about a row, or a value, that the address names. These need what is staged, and so stand in the table's pane. */
export function RowPanels(props: Omit<RowPanelProps, 'onClose' | 'onDone'>) {
  const { open, onOpen, onDone } = useOpen()
  if (open.kind !== 'panel') return null
  const { panel } = open
  const all = { ...props, onClose: () => onOpen(nothing), onDone }
  if (isRefused(panel, props)) {
    return (
      <Suspense>
        <RefusedPanel {...all} />
      </Suspense>
    )
  }
  return (
    <Suspense>
      {panel.kind === 'row-add' && <RowAddPanel key={panel.from ?? ''} {...all} from={panel.from} />}
      {panel.kind === 'row-edit' && <RowEditPanel key={panel.row} {...all} row={panel.row} />}
      {(panel.kind === 'json' || panel.kind === 'cell-text') && (
        <ValuePanel key={`${panel.row} ${panel.column}`} {...all} row={panel.row} column={panel.column} />
      )}
      {panel.kind === 'foreign-row-selector' && (
        <ForeignRowPanel key={`${panel.row} ${panel.column}`} {...all} row={panel.row} column={panel.column} />
      )}
    </Suspense>
  )
}

/** The page has no link to it, but an address may open it. The other panels only show what can't be changed. */
function isRefused(panel: Panel, { scope: { rights }, staging }: Pick<RowPanelProps, 'scope' | 'staging'>): boolean {
  if (panel.kind === 'row-add') return !rights.canInsert
  return panel.kind === 'foreign-row-selector' && !rights.canUpdate && staging.rows.get(panel.row)?.kind !== 'insert'
}
