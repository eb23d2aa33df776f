import type { ReactNode } from 'react'
import { Group, Panel, Separator, useDefaultLayout } from 'react-resizable-panels'
import { useIsNarrow } from '../../../lib/use-is-narrow.ts'
import type { ResultSet } from '../run/run-state.ts'
import { rowsText } from '../wording.ts'
import { setBodyText } from './messages.ts'

export interface SetBodyProps {
  readonly set: ResultSet
  /** No more rows come. */
  readonly isSettled: boolean
  /** The panel beside the rows; null while it is closed. */
  readonly panel: ReactNode
  readonly children: ReactNode
}

/** The rows of a result with the panel beside them, below them on a phone; words where there is nothing to show in cells. */
export function SetBody({ set, isSettled, panel, children }: SetBodyProps) {
  const isNarrow = useIsNarrow()
  const layout = useDefaultLayout({ id: `sql-cell-${isNarrow ? 'below' : 'beside'}`, panelIds: ['rows', 'value'], storage: localStorage })
  if (set.fields.length === 0) {
    return <Words title={rowsText(set.count)}>{setBodyText.noColumns}</Words>
  }
  if (set.count === 0) {
    if (!isSettled) return <Words title={setBodyText.noRowsYet}>{setBodyText.waiting}</Words>
    return (
      <Words title={setBodyText.noRows}>
        {setBodyText.columns(set.fields.length)} <span className="font-mono text-xs">{set.fields.map(({ name }) => name).join(', ')}</span>
      </Words>
    )
  }
  return (
    <Group
      key={isNarrow ? 'below' : 'beside'}
      orientation={isNarrow ? 'vertical' : 'horizontal'}
      className="min-h-0 flex-1"
      {...(panel !== null && { defaultLayout: layout.defaultLayout, onLayoutChanged: layout.onLayoutChanged })}
    >
      <Panel id="rows" minSize="25%" className="min-h-0 min-w-0">
        {children}
      </Panel>
      {panel !== null && (
        <>
          <Separator
            className="w-px bg-line hover:bg-accent focus-visible:bg-accent focus-visible:outline-offset-0 data-[separator=active]:bg-accent max-md:h-px max-md:w-auto"
            aria-label={setBodyText.sizeValuePanel}
          />
          <Panel id="value" defaultSize={isNarrow ? '50%' : '30%'} minSize="15%" className="flex min-h-0 min-w-0 flex-col">
            {panel}
          </Panel>
        </>
      )}
    </Group>
  )
}

function Words({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <div className="flex flex-1 flex-col items-center justify-center gap-1 p-6 text-center text-soft">
      <h2 className="font-medium text-fg">{title}</h2>
      <p>{children}</p>
    </div>
  )
}
