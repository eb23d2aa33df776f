import type { SnippetChart } from '@colonnade/contracts/data/snippets'
import { Button, Checkbox, Field, SegmentedControl, Select } from '@colonnade/ui'
import type { ResultColumn } from '../results/grid/result-columns.ts'
import { axisKind, maxSeries, type ChartKind } from './chart-choice.ts'
import { chartOptionsText } from './messages.ts'

export interface ChartOptionsProps {
  readonly chart: SnippetChart
  readonly columns: readonly ResultColumn[]
  readonly onChart: (chart: SnippetChart) => void
  /** Shows the rows again, also when the text is opened the next time. */
  readonly onRemove: () => void
}

const kinds: readonly { readonly value: ChartKind; readonly label: string }[] = [
  { value: 'bar', label: chartOptionsText.bars },
  { value: 'line', label: chartOptionsText.line },
  { value: 'area', label: chartOptionsText.area },
  { value: 'scatter', label: chartOptionsText.scatter },
  { value: 'pie', label: chartOptionsText.pie },
]

/** What a chart draws, and how. */
export function ChartOptions({ chart, columns, onChart, onRemove }: ChartOptionsProps) {
  const { kind, x, y } = chart
  const numbers = columns.filter((column) => axisKind(column) === 'number' && column.id !== x)
  const change = (part: Partial<SnippetChart>) => onChart({ ...chart, ...part })
  const toggle = (id: string, isOn: boolean) => {
    const next = isOn ? [...y, id] : y.filter((one) => one !== id)
    if (next.length > 0) change({ y: next })
  }
  const isPie = kind === 'pie'
  const split = chart.split_by ?? ''
  return (
    <section
      aria-label={chartOptionsText.chartOptions}
      className="flex w-60 shrink-0 flex-col gap-3 overflow-y-auto border-l p-3 max-md:w-full max-md:border-t max-md:border-l-0"
    >
      <SegmentedControl
        label={chartOptionsText.chartType}
        value={kind}
        onValueChange={(next) => change({ kind: next })}
        options={kinds}
        className="w-full [&>*]:flex-1 [&>*]:justify-center [&>*]:px-1"
      />
      <Field label={isPie ? chartOptionsText.slices : chartOptionsText.xAxis}>
        <Select
          label={isPie ? chartOptionsText.sliceColumn : chartOptionsText.xAxisColumn}
          size="sm"
          value={x}
          options={columns.map(({ id, type }) => ({ value: id, label: `${id} · ${type}` }))}
          onValueChange={(id) => {
            const rest = y.filter((one) => one !== id)
            const other = columns.find((column) => axisKind(column) === 'number' && column.id !== id)
            const kept = rest.length > 0 ? rest : other ? [other.id] : y
            change({ x: id, y: kept, ...((id === split || kept.includes(split)) && { split_by: null }) })
          }}
        />
      </Field>
      {!isPie && (
        <Field label={chartOptionsText.split}>
          <Select
            label={chartOptionsText.seriesColumn}
            size="sm"
            value={split}
            options={[
              { value: '', label: chartOptionsText.none },
              ...columns.flatMap(({ id, type }) => (id === x || id === y[0] ? [] : [{ value: id, label: `${id} · ${type}` }])),
            ]}
            onValueChange={(id) => change(id === '' ? { split_by: null } : { split_by: id, y: y.filter((one) => one !== id).slice(0, 1) })}
          />
        </Field>
      )}
      {isPie || split !== '' ? (
        <Field label={isPie ? chartOptionsText.size : chartOptionsText.value}>
          <Select
            label={isPie ? chartOptionsText.sizeColumn : chartOptionsText.valueColumn}
            size="sm"
            value={y[0]!}
            options={numbers.flatMap(({ id }) => (id === split && !isPie ? [] : [{ value: id, label: id }]))}
            onValueChange={(id) => change({ y: [id] })}
          />
        </Field>
      ) : (
        <fieldset className="flex min-w-0 flex-col gap-1">
          <legend className="mb-1 text-sm font-medium">{chartOptionsText.values}</legend>
          <div className="flex max-h-40 flex-col gap-2 overflow-y-auto">
            {numbers.map(({ id }) => (
              <Checkbox
                key={id}
                label={<span className="truncate font-mono text-xs">{id}</span>}
                isChecked={y.includes(id)}
                disabled={y.includes(id) ? y.length === 1 : y.length >= maxSeries}
                onCheckedChange={(isOn) => toggle(id, isOn)}
                className="min-w-0"
              />
            ))}
          </div>
        </fieldset>
      )}
      {!isPie && (
        <div className="flex flex-col gap-2">
          {(kind === 'bar' || kind === 'area') && (
            <Checkbox
              label={chartOptionsText.stacked}
              isChecked={chart.is_stacked}
              disabled={chart.is_logarithmic}
              onCheckedChange={(isOn) => change({ is_stacked: isOn })}
            />
          )}
          {kind !== 'scatter' && (
            <Checkbox
              label={chartOptionsText.cumulative}
              isChecked={chart.is_cumulative}
              onCheckedChange={(isOn) => change({ is_cumulative: isOn })}
            />
          )}
          <Checkbox
            label={chartOptionsText.logarithmic}
            isChecked={chart.is_logarithmic}
            onCheckedChange={(isOn) => change({ is_logarithmic: isOn })}
          />
        </div>
      )}
      <Button size="sm" variant="ghost" className="mt-auto self-start" onClick={onRemove}>
        {chartOptionsText.removeChart}
      </Button>
    </section>
  )
}
