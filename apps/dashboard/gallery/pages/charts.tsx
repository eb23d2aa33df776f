import { TimeSeriesChart, type Series } from '@colonnade/ui/charts'
import { formatBytes } from '../../src/lib/bytes.ts'
import { Specimen, Specimens } from '../specimen.tsx'

const start = new Date(2026, 10, 21, 13, 7).getTime()
const minute = 60_000
const timesOf = (count: number, stepMs: number): number[] => Array.from({ length: count }, (_, index) => start + index * stepMs)

/** The same every time, so that pictures of the page can be compared. */
function wave(count: number, { low = 2, high = 20, period = 23, seed = 1 } = {}): number[] {
  return Array.from({ length: count }, (_, index) => {
    const noise = Math.sin(index * 12.9898 + seed * 78.233) * 43_758.5453
    return low + (high - low) * (0.35 + 0.35 * Math.sin((index + seed) / (period / 6.28)) + 0.3 * (noise - Math.floor(noise)))
  })
}
const whole = (values: readonly number[]): number[] => values.map(Math.round)

const hour = timesOf(60, minute)
const connections: Series = { label: 'Connections', values: whole(wave(60)) }
const gaps: Series = {
  label: 'Queries',
  values: wave(60, { high: 400, seed: 4 }).map((value, index) => ((index > 18 && index < 27) || index === 40 || index === 42 ? null : value)),
}
const long = timesOf(120, 6 * 60 * minute)
const requests = ['REST', 'Auth', 'Storage', 'Realtime', 'Functions'].map((label, seed) => ({
  label,
  values: whole(wave(48, { high: 900, seed: seed + 2, period: 31 })),
}))

export default function ChartsPage() {
  return (
    <>
      <Specimens title="TimeSeriesChart">
        <Specimen title="Line, an hour by minutes, read together with the next">
          <TimeSeriesChart
            className="w-full"
            label="Connections"
            times={hour}
            series={[connections]}
            limit={{ value: 30, label: 'Pool of 30' }}
            syncId="hour"
          />
        </Specimen>
        <Specimen title="Gaps where nothing was measured, a lone value">
          <TimeSeriesChart
            className="w-full"
            label="Queries per second"
            times={hour}
            series={[gaps]}
            format={(value) => `${value.toFixed(0)}/s`}
            syncId="hour"
          />
        </Specimen>
        <Specimen title="Area of bytes, marks of powers of two">
          <TimeSeriesChart
            className="w-full"
            kind="area"
            label="Memory"
            times={hour}
            series={[{ label: 'Memory', values: wave(60, { low: 2e8, high: 9e8, seed: 3 }) }]}
            format={formatBytes}
            base={1024}
            syncId="hour"
          />
        </Specimen>
        <Specimen title="Two lines, 30 days by six hours">
          <TimeSeriesChart
            className="w-full"
            label="Response time"
            times={long}
            series={[
              { label: 'p50', values: wave(120, { high: 14, period: 40 }) },
              { label: 'p95', values: wave(120, { low: 20, high: 80, period: 40, seed: 5 }) },
            ]}
            format={(value) => `${value.toFixed(0)} ms`}
          />
        </Specimen>
        <Specimen title="Stacked bars, five series">
          <TimeSeriesChart className="w-full" kind="bars" isStacked label="Requests" times={timesOf(48, 30 * minute)} series={requests} />
        </Specimen>
        <Specimen title="Stacked areas">
          <TimeSeriesChart
            className="w-full"
            kind="area"
            isStacked
            label="Requests by service"
            times={timesOf(48, 30 * minute)}
            series={requests.slice(0, 3)}
          />
        </Specimen>
        <Specimen title="Nothing but zeros">
          <TimeSeriesChart className="w-full" label="Errors" times={hour} series={[{ label: 'Errors', values: hour.map(() => 0) }]} heightPx={96} />
        </Specimen>
        <Specimen title="One bucket">
          <TimeSeriesChart
            className="w-full"
            kind="bars"
            label="Backups"
            times={[start]}
            series={[{ label: 'Backups', values: [3] }]}
            heightPx={96}
          />
        </Specimen>
        <Specimen title="Nothing measured">
          <TimeSeriesChart
            className="w-full"
            label="Egress"
            times={hour}
            series={[{ label: 'Egress', values: hour.map(() => null) }]}
            emptyText="The project was paused for the whole hour."
          />
        </Specimen>
        <Specimen title="On its way">
          <TimeSeriesChart className="w-full" label="Egress" times={[]} series={[]} isLoading />
        </Specimen>
      </Specimens>
    </>
  )
}
