import { Button, IconButton, Menu, MenuItem, MenuSeparator, SegmentedControl } from '@colonnade/ui'
import { Copy, Download, PanelRight, Search } from 'lucide-react'
import { useDeferredValue, type ReactNode } from 'react'
import { ColumnChooser } from '../../../lib/data-grid/columns/column-chooser.tsx'
import type { ColumnLayout } from '../../../lib/data-grid/columns/column-layout.ts'
import type { CopyFormat } from '../../../lib/data-grid/ranges/copied.ts'
import { rowLimits } from '../limits.ts'
import type { ResultSet } from '../run/run-state.ts'
import { rowsText } from '../wording.ts'
import { fileFormats } from './files/file-formats.ts'
import type { FileFormat } from './files/result-text.ts'
import type { ResultColumn } from './grid/result-columns.ts'
import { copyWords } from './grid/result-menu.tsx'
import { setFooterText } from './messages.ts'

export interface SetFooterProps {
  readonly set: ResultSet
  readonly words: string
  readonly rowLimit: number | null
  readonly onRaiseLimit: ((rowLimit: number | null) => void) | undefined
  readonly columns: readonly ResultColumn[]
  readonly layout: ColumnLayout
  readonly onLayout: (layout: ColumnLayout) => void
  readonly isSorted: boolean
  readonly isSorting: boolean
  readonly onUnsort: () => void
  readonly isChart: boolean
  /** Undefined while rows are still coming. */
  readonly onView: ((isChart: boolean) => void) | undefined
  readonly isPanelOpen: boolean
  readonly onPanel: (isOpen: boolean) => void
  readonly onFind: () => void
  readonly onCopy: (format: CopyFormat) => void
  readonly onDownload: (format: FileFormat) => void
  /** All rows of the statement; undefined where they are here, or can't be asked for. */
  readonly onDownloadAll: ((format: FileFormat) => void) | undefined
  /** About the selected cells. */
  readonly status: ReactNode
}

/** What a result set is, and what can be done with it. */
export function SetFooter(props: SetFooterProps) {
  const { set, columns } = props
  const hasCells = columns.length > 0 && set.count > 0
  // the rows first: what can be done with them comes right after they are shown
  const hasActions = useDeferredValue(hasCells, false)
  return (
    <footer className="flex min-h-9 flex-wrap items-center gap-x-3 gap-y-1 border-t lg:flex-nowrap bg-surface px-3 py-1 text-xs text-soft tabular-nums">
      <span className="shrink-0">{props.words}</span>
      {set.isTruncated && <Truncated {...props} />}
      {props.isSorted && (
        <span className="flex shrink-0 items-center gap-1">
          {props.isSorting ? setFooterText.sorting : setFooterText.sortedLocally}
          <Button size="sm" variant="ghost" className="h-6 px-1.5" onClick={props.onUnsort}>
            {setFooterText.undo}
          </Button>
        </span>
      )}
      {/* figures that need a second line take it here: the buttons stay where they are */}
      <span className="min-w-0 lg:flex-1">{props.status}</span>
      {hasCells && hasActions && (
        <Actions
          columns={columns}
          layout={props.layout}
          onLayout={props.onLayout}
          isChart={props.isChart}
          onView={props.onView}
          isPanelOpen={props.isPanelOpen}
          onPanel={props.onPanel}
          onFind={props.onFind}
          onCopy={props.onCopy}
          onDownload={props.onDownload}
          onDownloadAll={props.onDownloadAll}
        />
      )}
    </footer>
  )
}

type ActionsProps = Pick<
  SetFooterProps,
  'columns' | 'layout' | 'onLayout' | 'isChart' | 'onView' | 'isPanelOpen' | 'onPanel' | 'onFind' | 'onCopy' | 'onDownload' | 'onDownloadAll'
>

/** Drawn separately, because they are expensive to draw and the same for most results. */
function Actions({ columns, layout, onLayout, isChart, onView, isPanelOpen, onPanel, onFind, onCopy, onDownload, onDownloadAll }: ActionsProps) {
  return (
    <span className="ml-auto flex shrink-0 items-center gap-1">
      <SegmentedControl
        label={setFooterText.view}
        className="mr-1 h-7"
        value={isChart ? 'chart' : 'table'}
        disabled={onView === undefined}
        onValueChange={(view) => onView?.(view === 'chart')}
        options={[
          { value: 'table', label: setFooterText.table },
          { value: 'chart', label: setFooterText.chart },
        ]}
      />
      {!isChart && (
        <IconButton label={setFooterText.findResults} onClick={onFind}>
          <Search aria-hidden />
        </IconButton>
      )}
      <Menu
        side="top"
        align="end"
        trigger={
          <IconButton label={setFooterText.copyAllRows}>
            <Copy aria-hidden />
          </IconButton>
        }
      >
        <MenuItem onSelect={() => onCopy('tsv')}>{setFooterText.copyForSpreadsheets}</MenuItem>
        {copyWords.map(({ format, label }) => (
          <MenuItem key={format} onSelect={() => onCopy(format)}>
            {label}
          </MenuItem>
        ))}
      </Menu>
      <Menu
        side="top"
        align="end"
        trigger={
          <IconButton label={setFooterText.download}>
            <Download aria-hidden />
          </IconButton>
        }
      >
        {fileFormats.map(({ format, label, ending }) => (
          <MenuItem key={format} hint={`.${ending}`} onSelect={() => onDownload(format)}>
            {label}
          </MenuItem>
        ))}
        {onDownloadAll && (
          <>
            <MenuSeparator />
            {fileFormats.map(
              ({ format, label, ending, whole }) =>
                whole !== null && (
                  <MenuItem key={format} hint={`.${ending}`} onSelect={() => onDownloadAll(format)}>
                    {setFooterText.allRowsAs(label)}
                  </MenuItem>
                ),
            )}
          </>
        )}
      </Menu>
      {!isChart && (
        <>
          <ColumnChooser columns={columns.map(({ id, type }) => ({ name: id, type }))} layout={layout} onLayout={onLayout} />
          <IconButton
            label={isPanelOpen ? setFooterText.hideValuePanel : setFooterText.showValuePanel}
            aria-pressed={isPanelOpen}
            className={isPanelOpen ? 'text-accent' : undefined}
            onClick={() => onPanel(!isPanelOpen)}
          >
            <PanelRight aria-hidden />
          </IconButton>
        </>
      )}
    </span>
  )
}

function Truncated({ rowLimit, onRaiseLimit }: Pick<SetFooterProps, 'rowLimit' | 'onRaiseLimit'>) {
  if (rowLimit === null) return null
  const next = rowLimits.find((limit) => limit > rowLimit) ?? null
  return (
    <span className="flex shrink-0 items-center gap-1.5 text-warning">
      {setFooterText.truncated(rowsText(rowLimit))}
      {onRaiseLimit && (
        <Button size="sm" variant="ghost" className="h-6 px-1.5" onClick={() => onRaiseLimit(next)}>
          {next === null ? setFooterText.runWithoutLimit : setFooterText.runWith(rowsText(next))}
        </Button>
      )}
    </span>
  )
}
