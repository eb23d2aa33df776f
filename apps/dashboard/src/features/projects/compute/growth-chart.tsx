import type { ActivitySample } from '@colonnade/contracts/projects/project-health'
import { TimeSeriesChart } from '@colonnade/ui/charts'
import { formatBytes } from '../../../lib/bytes.ts'
import { hourOf } from '../home/activity/hour.ts'
import { thinned } from './disk-words.ts'
import { growthChartText } from './messages.ts'

/** A chart can't show more distinct points. */
const pointsMost = 120

/** The size of the database over the last day. Heavy: import it late. */
export function GrowthChart({ samples, heightPx }: { readonly samples: readonly ActivitySample[]; readonly heightPx: number }) {
  const all = thinned(samples, pointsMost)
  // readings that were left out are no gap
  const { times, samples: drawn } = all.length === samples.length ? hourOf(samples) : { times: all.map(({ at }) => Date.parse(at)), samples: all }
  return (
    <TimeSeriesChart
      label={growthChartText.databaseSizeLast24}
      times={times}
      series={[{ label: growthChartText.database, values: drawn.map((sample) => sample?.database_bytes ?? null) }]}
      kind="area"
      base={1024}
      format={formatBytes}
      heightPx={heightPx}
    />
  )
}
