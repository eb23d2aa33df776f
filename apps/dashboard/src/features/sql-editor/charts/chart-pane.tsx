import type { SnippetChart } from '@colonnade/contracts/data/snippets'
import { IconButton, Menu, MenuItem, Skeleton, toast } from '@colonnade/ui'
import { ImageDown } from 'lucide-react'
import { useMemo, useRef } from 'react'
import { messageOf } from '../../../lib/error-notice.tsx'
import type { Steps } from '../../../lib/late/slices.ts'
import { useSliced } from '../../../lib/late/use-sliced.ts'
import { saveBlob } from '../../../lib/save-file.ts'
import { promptRows } from '../limits.ts'
import type { ResultRow } from '../run/run-state.ts'
import type { ResultColumn } from '../results/grid/result-columns.ts'
import { fittingChart } from './chart-choice.ts'
import { chartData, type ChartData } from './chart-data.ts'
import { pngOf, svgOf } from './chart-image.ts'
import { ChartOptions } from './chart-options.tsx'
import { ChartView } from './chart-view.tsx'
import { chartPaneText } from './messages.ts'

export interface ChartPaneProps {
  readonly label: string
  readonly columns: readonly ResultColumn[]
  readonly rows: readonly ResultRow[]
  /** Somebody has put the rows into their order. */
  readonly areRowsOrdered: boolean
  /** What was chosen before; null for what fits the columns best. */
  readonly chart: SnippetChart | null
  readonly onChart: (chart: SnippetChart) => void
  readonly onRemove: () => void
}

/** A result as a chart, with what it draws to choose from. */
export function ChartPane({ label, columns, rows, areRowsOrdered, chart: kept, onChart, onRemove }: ChartPaneProps) {
  const figure = useRef<HTMLElement>(null)
  const chart = useMemo(() => fittingChart(kept, columns, rows), [kept, columns, rows])
  const begin = useMemo(() => () => drawChart(chart, columns, rows, areRowsOrdered), [chart, columns, rows, areRowsOrdered])
  const { value: drawn, isUnderWay } = useSliced(begin, rows.length <= promptRows)
  if (chart === null) {
    return (
      <div className="flex flex-1 flex-col items-center justify-center gap-1 p-6 text-center text-soft">
        <h2 className="font-medium text-fg">{chartPaneText.emptyTitle}</h2>
        <p>{chartPaneText.emptyBody}</p>
      </div>
    )
  }
  const save = async (isPicture: boolean) => {
    const svg = figure.current?.querySelector<SVGSVGElement>('[role=slider] > svg')
    if (!svg) return
    try {
      saveBlob(isPicture ? await pngOf(svg) : svgOf(svg), `chart.${isPicture ? 'png' : 'svg'}`)
    } catch (error) {
      toast.error(chartPaneText.downloadFailed(messageOf(error)))
    }
  }
  return (
    <div className="flex min-h-0 flex-1 max-md:flex-col max-md:overflow-y-auto">
      <figure
        ref={figure}
        aria-label={chartPaneText.chart(label)}
        aria-busy={isUnderWay}
        className="relative flex min-h-0 min-w-0 flex-1 flex-col gap-1 bg-canvas p-3 max-md:min-h-72 max-md:flex-none"
      >
        <div className="absolute top-1.5 right-1.5 z-10">
          <Menu
            align="end"
            trigger={
              <IconButton label={chartPaneText.download}>
                <ImageDown aria-hidden />
              </IconButton>
            }
          >
            <MenuItem hint={chartPaneText.png} onSelect={() => void save(true)}>
              {chartPaneText.pngImage}
            </MenuItem>
            <MenuItem hint={chartPaneText.svg} onSelect={() => void save(false)}>
              {chartPaneText.svgImage}
            </MenuItem>
          </Menu>
        </div>
        <Drawing label={chartPaneText.chart(label)} drawn={drawn ?? null} />
      </figure>
      <ChartOptions chart={chart} columns={columns} onChart={onChart} onRemove={onRemove} />
    </div>
  )
}

interface DrawnChart {
  readonly chart: SnippetChart
  readonly data: ChartData
}

function* drawChart(
  chart: SnippetChart | null,
  columns: readonly ResultColumn[],
  rows: readonly ResultRow[],
  areRowsOrdered: boolean,
): Steps<DrawnChart | null> {
  return chart && { chart, data: yield* chartData(chart, columns, rows, areRowsOrdered) }
}

/** As it was before while another one is made of many rows. */
function Drawing({ label, drawn }: { readonly label: string; readonly drawn: DrawnChart | null }) {
  if (drawn === null) return <Skeleton className="flex-1" />
  const { chart, data } = drawn
  return (
    <>
      {data.points.length === 0 ? (
        <p className="m-auto text-soft">{chartPaneText.noValues}</p>
      ) : (
        <ChartView label={label} chart={chart} data={data} />
      )}
      {data.notes.length > 0 && <figcaption className="shrink-0 text-xs text-faint">{data.notes.join(' ')}</figcaption>}
    </>
  )
}
