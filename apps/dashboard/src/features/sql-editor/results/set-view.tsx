import { Spinner } from '@colonnade/ui'
import type { SnippetChart } from '@colonnade/contracts'
import { Skeleton } from '@colonnade/ui'
import { lazy, Suspense, useEffect, useMemo, useRef, useState } from 'react'
import type { DataGridHandle } from 'react-data-grid'
import { plainLayout, hideColumns, isPlain, type ColumnLayout } from '../../../lib/data-grid/columns/column-layout.ts'
import { FindBar } from '../../../lib/data-grid/find/find-bar.tsx'
import type { Bounds, CellPoint } from '../../../lib/data-grid/ranges/range.ts'
import { RangeStatus } from '../../../lib/data-grid/ranges/range-status.tsx'
import { RangeStore } from '../../../lib/data-grid/ranges/range-store.ts'
import { loaded } from '../../../lib/late/loaded.ts'
import type { RunAs } from '../../../scope/run-sql.ts'
import { isPlanSet } from '../plan/plan-set.ts'
import type { ResultSet } from '../run/run-state.ts'
import type { Arrangements } from './arrangements.ts'
import { InsertDialog } from './files/insert-dialog.tsx'
import { useResultFiles } from './files/use-result-files.ts'
import { leadColumns } from './grid/grid-columns.tsx'
import { resultColumns } from './grid/result-columns.ts'
import { ResultGrid } from './grid/result-grid.tsx'
import { ResultMenu } from './grid/result-menu.tsx'
import { resultModel } from './grid/result-model.ts'
import { sortRows, type ResultSort } from './grid/sort-rows.ts'
import { SetBody } from './set-body.tsx'
import { SetFooter } from './set-footer.tsx'
import { CellPanel } from './values/cell-panel.tsx'
import { useKeptFlag } from './use-kept-flag.ts'

const PlanResult = lazy(loaded(() => import('../plan/view/plan-result.tsx'), 'PlanResult'))
const ChartPane = lazy(loaded(() => import('../charts/chart-pane.tsx'), 'ChartPane'))

export interface SetViewProps {
  readonly projectRef: string
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
      <PlanResult set={props.set}>
        <RowsView {...props} />
      </PlanResult>
    </Suspense>
  )
}

/** Its rows, a chart of them, one value as a whole, and what can be done with them. */
function RowsView(props: SetViewProps) {
  const { projectRef, label, set, statement } = props
  const grid = useRef<DataGridHandle>(null)
  const [before] = useState(() => props.arrangements.of(label))
  const [store] = useState(() => before?.store ?? new RangeStore())
  const [layout, setLayout] = useState<ColumnLayout>(before?.layout ?? plainLayout)
  const [sort, setSort] = useState<ResultSort | null>(before?.sort ?? null)
  const [sought, setSought] = useState<string | null>(null)
  const [active, setActive] = useState<CellPoint | null>(before?.active ?? null)
  const [isPanelOpen, setIsPanelOpen] = useKeptFlag('sql-cell-panel')
  const [said, setSaid] = useState('')
  const [chart, setChart] = useState(before ? before.chart : props.chart)
  const [isChart, setIsChart] = useState(before?.isChart ?? (props.chart !== null && isFitting(props.chart, set.fields)))
  const { arrangements } = props
  useEffect(
    () => arrangements.keep(label, { layout, sort, isChart, chart, active, store }),
    [arrangements, label, layout, sort, isChart, chart, active, store],
  )
  const { fields, rows, count, cut } = set
  const { isSettled } = props
  const columns = useMemo(() => resultColumns(fields), [fields])
  const order = useMemo(() => (sort === null || !isSettled ? null : sortRows(rows.slice(0, count), sort)), [sort, isSettled, rows, count])
  const model = useMemo(() => resultModel({ rows, count, cut }, columns, layout, order), [rows, count, cut, columns, layout, order])
  const files = useResultFiles({ projectRef, model, statement, as: props.as, announce: setSaid })
  const go = ({ row, column }: CellPoint) => grid.current?.setActivePosition({ idx: column + leadColumns, rowIdx: row }, { shouldFocus: true })
  const openCell = (point: CellPoint) => {
    setActive(point)
    setIsPanelOpen(true)
  }
  const whole: Bounds = { top: 0, bottom: model.rows.length - 1, left: 0, right: model.columns.length - 1 }
  const hasCells = fields.length > 0 && count > 0
  const draw = (next: SnippetChart | null) => {
    setChart(next)
    props.onChart?.(next)
  }
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
            label={label}
            columns={columns}
            rows={model.rows}
            chart={chart}
            onChart={draw}
            onRemove={() => {
              draw(null)
              setIsChart(false)
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
              onFind: () => setSought((before) => before ?? ''),
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
            onCopy={(data) => {
              const copied = files.copyNow(store.bounds() ?? whole)
              if (copied === null) return
              data.setData('text/plain', copied.text)
              if (copied.html !== null) data.setData('text/html', copied.html)
              setSaid(copied.words)
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
        onLayout={setLayout}
        isSorted={sort !== null && isSettled}
        onUnsort={() => setSort(null)}
        isChart={isChart}
        onView={isSettled ? setIsChart : undefined}
        isPanelOpen={isPanelOpen}
        onPanel={setIsPanelOpen}
        onFind={() => setSought((before) => (before === null ? '' : null))}
        onCopy={(format) => files.copyAs(whole, format)}
        onDownload={files.download}
        onDownloadAll={set.isTruncated ? files.downloadAll : undefined}
        status={!isChart && <RangeStatus store={store} model={model} />}
      />
      <output aria-live="polite" className="sr-only">
        {said}
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
