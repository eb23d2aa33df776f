import { Spinner } from '@colonnade/ui'
import type { SnippetChart } from '@colonnade/contracts/data/snippets'
import { Skeleton } from '@colonnade/ui'
import { lazy, Suspense, useMemo, useRef } from 'react'
import type { DataGridHandle } from 'react-data-grid'
import { plainLayout, hideColumns, isPlain, type ColumnLayout } from '../../../lib/data-grid/columns/column-layout.ts'
import { FindBar } from '../../../lib/data-grid/find/find-bar.tsx'
import type { CopyFormat } from '../../../lib/data-grid/ranges/copied.ts'
import type { Bounds, CellPoint } from '../../../lib/data-grid/ranges/range.ts'
import { RangeStatus } from '../../../lib/data-grid/ranges/range-status.tsx'
import { loaded } from '../../../lib/late/loaded.ts'
import { isOrdered } from '../../../lib/sql-text/is-ordered.ts'
import { useStableHandlers } from '../stable-handlers.ts'
import type { RunAs } from '../../../scope/run-sql.ts'
import { fittingChart } from '../charts/chart-choice.ts'
import { isPlanSet } from '../plan/plan-set.ts'
import type { ResultSet } from '../run/run-state.ts'
import type { Arrangements } from './arrangements.ts'
import { InsertDialog } from './files/insert-dialog.tsx'
import type { FileFormat } from './files/result-text.ts'
import { useResultFiles } from './files/use-result-files.ts'
import { leadColumns } from './grid/grid-columns.tsx'
import { resultColumns } from './grid/result-columns.ts'
import { ResultGrid } from './grid/result-grid.tsx'
import { useGridKey } from './grid/use-grid-key.ts'
import { ResultMenu } from './grid/result-menu.tsx'
import { arrangedColumns, resultModel } from './grid/result-model.ts'
import type { ResultSort } from './grid/sort-rows.ts'
import { useSortedOrder } from './grid/use-sorted-order.ts'
import { SetBody } from './set-body.tsx'
import { SetFooter } from './set-footer.tsx'
import { CellPanel } from './values/cell-panel.tsx'
import { useKeptFlag } from './use-kept-flag.ts'
import { useRowsState } from './use-rows-state.ts'

const PlanResult = lazy(loaded(() => import('../plan/view/plan-result.tsx'), 'PlanResult'))
const ChartPane = lazy(loaded(() => import('../charts/chart-pane.tsx'), 'ChartPane'))

export interface SetViewProps {
  readonly projectRef: string
  /** The number of the run: nothing but the frame around the rows is kept from one to the next. */
  readonly run: number
  /** "Result 2" */
  readonly label: string
  readonly set: ResultSet
  /** What was done and how long it took: "SELECT · 3 rows · 12 ms". */
  readonly words: string
  /** The statement that it answers, where it is known. */
  readonly statement: string | null
  readonly as: RunAs | undefined
  /** Runs the text again with a larger limit. */
  readonly onRaiseLimit: ((rowLimit: number | null) => void) | undefined
  readonly rowLimit: number | null
  /** No more rows come: they are all here, or the run has ended before. */
  readonly isSettled: boolean
  /** Where what is chosen here is kept while another result is looked at. */
  readonly arrangements: Arrangements
  /** No other result is in sight, so a panel may stand open before a cell is chosen. */
  readonly isAlone: boolean
  /** How the text's result was drawn when it was last chosen; null for as rows. */
  readonly chart: SnippetChart | null
  readonly onChart: ((chart: SnippetChart | null) => void) | undefined
}

/** One result set: as a picture where it is a plan, else as rows. */
export function SetView(props: SetViewProps) {
  if (!isPlanSet(props.set)) return <RowsView {...props} />
  return (
    <Suspense
      fallback={
        <div className="flex flex-1 items-center justify-center text-soft">
          <Spinner />
        </div>
      }
    >
      <PlanResult key={props.run} set={props.set}>
        <RowsView {...props} />
      </PlanResult>
    </Suspense>
  )
}

/** Its rows, a chart of them, one value as a whole, and what can be done with them. */
function RowsView(props: SetViewProps) {
  const { projectRef, label, set, statement } = props
  const grid = useRef<DataGridHandle>(null)
  const [state, change] = useRowsState({
    label,
    arrangements: props.arrangements,
    chart: props.chart,
    isChart: props.chart !== null && isFitting(props.chart, set.fields),
  })
  const { store, layout, sort, sought, active, chart, isChart } = state
  const setLayout = (next: ColumnLayout) => change({ layout: next })
  const setSort = (next: ResultSort | null) => change({ sort: next })
  const setSought = (next: string | null) => change({ sought: next })
  const setActive = (next: CellPoint | null) => change({ active: next })
  const [isPanelOpen, setIsPanelOpen] = useKeptFlag('sql-cell-panel')
  const { fields, rows, count, cut } = set
  const { isSettled } = props
  const columns = useMemo(() => resultColumns(fields), [fields])
  const { order, isSorting } = useSortedOrder(set, isSettled ? sort : null)
  const shownColumns = useMemo(() => arrangedColumns(columns, layout), [columns, layout])
  const model = useMemo(() => resultModel({ rows, count, cut }, shownColumns, order), [rows, count, cut, shownColumns, order])
  const files = useResultFiles({ projectRef, run: props.run, model, statement, as: props.as, announce: (said) => change({ said }) })
  const go = ({ row, column }: CellPoint) => grid.current?.setActivePosition({ idx: column + leadColumns, rowIdx: row }, { shouldFocus: true })
  const openCell = (point: CellPoint) => {
    setActive(point)
    setIsPanelOpen(true)
  }
  const whole: Bounds = { top: 0, bottom: model.rows.length - 1, left: 0, right: model.columns.length - 1 }
  const hasCells = fields.length > 0 && count > 0
  const draw = (next: SnippetChart | null) => {
    change({ chart: next })
    props.onChart?.(next)
  }
  // what is below the rows is dear to draw: it stays as it is while rows come
  const handlers = useStableHandlers({
    onLayout: setLayout,
    onUnsort: () => setSort(null),
    onView: (isNowChart: boolean) => {
      // what is looked at is what is kept, also where it was left as it was offered
      const offered = isNowChart ? fittingChart(chart, columns, model.rows) : null
      if (offered !== null && chart === null) draw(offered)
      change({ isChart: isNowChart })
    },
    onPanel: setIsPanelOpen,
    onFind: () => setSought(sought === null ? '' : null),
    onCopy: (format: CopyFormat) => files.copyAs(whole, format),
    onDownload: files.download,
    onDownloadAll: (format: FileFormat) => files.downloadAll?.(format),
  })
  const [gridKey, onScrolled] = useGridKey(props.run, active !== null || sort !== null || !isPlain(layout))
  const shown = active !== null && active.row < model.rows.length && active.column < model.columns.length ? active : null

  return (
    <>
      {sought !== null && hasCells && !isChart && (
        <FindBar
          model={model}
          text={sought}
          onText={setSought}
          from={active}
          onGo={go}
          onClose={() => {
            setSought(null)
            if (active !== null) go(active)
          }}
          onFilter={undefined}
        />
      )}
      {isChart && isSettled && hasCells ? (
        <Suspense fallback={<Skeleton className="m-3 flex-1" />}>
          <ChartPane
            key={props.run}
            label={label}
            columns={columns}
            rows={model.rows}
            areRowsOrdered={sort !== null || (statement !== null && isOrdered(statement))}
            chart={chart}
            onChart={draw}
            onRemove={() => {
              draw(null)
              change({ isChart: false })
            }}
          />
        </Suspense>
      ) : (
        <SetBody
          set={set}
          isSettled={isSettled}
          panel={
            hasCells && isPanelOpen && (props.isAlone || shown !== null) ? (
              <CellPanel
                key={props.run}
                column={shown && model.columns[shown.column]!}
                row={shown?.row ?? null}
                text={shown && model.shown(model.rows[shown.row]!, model.columns[shown.column]!).text}
                cut={shown ? model.cutAt(shown.row, model.columns[shown.column]!) : undefined}
                onClose={() => {
                  setIsPanelOpen(false)
                  if (active !== null) go(active)
                }}
              />
            ) : null
          }
        >
          <ResultGrid
            key={gridKey}
            run={props.run}
            grid={grid}
            label={label}
            model={model}
            columns={columns}
            store={store}
            active={active}
            layout={layout}
            onLayout={setLayout}
            sort={sort}
            onSort={isSettled ? setSort : undefined}
            sought={(sought ?? '').trim().toLowerCase()}
            commands={{
              onFind: () => setSought(sought ?? ''),
              onOpenCell: openCell,
              onEscape: () => {
                const range = store.get()
                if (sought !== null) setSought(null)
                else if (range && (range.anchor.row !== range.head.row || range.anchor.column !== range.head.column)) store.start(range.anchor)
                else return false
                return true
              },
            }}
            onActive={setActive}
            onScrolled={onScrolled}
            onCopy={(data) => {
              const copied = files.copyNow(store.bounds() ?? whole)
              if (copied === null) return
              data.setData('text/plain', copied.text)
              if (copied.html !== null) data.setData('text/html', copied.html)
              change({ said: copied.words })
            }}
            renderMenu={(at) => {
              const bounds = store.bounds() ?? { top: at.row, bottom: at.row, left: at.column, right: at.column }
              const column = model.columns[at.column]!
              return (
                <ResultMenu
                  columnName={column.name}
                  onOpen={() => openCell(at)}
                  onCopy={(format) => files.copyAs(bounds, format)}
                  onHide={() => setLayout(hideColumns(layout, [column.id], true))}
                  onReset={isPlain(layout) ? undefined : () => setLayout(plainLayout)}
                />
              )
            }}
          />
        </SetBody>
      )}
      <SetFooter
        {...props}
        columns={columns}
        layout={layout}
        onLayout={handlers.onLayout}
        isSorted={sort !== null && isSettled}
        isSorting={isSorting}
        onUnsort={handlers.onUnsort}
        isChart={isChart}
        onView={isSettled ? handlers.onView : undefined}
        isPanelOpen={isPanelOpen}
        onPanel={handlers.onPanel}
        onFind={handlers.onFind}
        onCopy={handlers.onCopy}
        onDownload={handlers.onDownload}
        onDownloadAll={set.isTruncated && files.downloadAll ? handlers.onDownloadAll : undefined}
        status={!isChart && <RangeStatus store={store} model={model} />}
      />
      <output aria-live="polite" className="sr-only">
        {state.said}
      </output>
      <InsertDialog isOpen={files.question !== null} onTarget={(target) => files.question?.answer(target)} onClose={() => files.question?.giveUp()} />
    </>
  )
}

/** Whether a kept chart is about these columns. */
function isFitting({ x, y }: SnippetChart, fields: ResultSet['fields']): boolean {
  const names = new Set(fields.map(({ name }) => name))
  return names.has(x) && y.some((name) => names.has(name))
}
