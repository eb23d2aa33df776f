import type { DiskUse } from '@colonnade/contracts/projects/disk'
import type { ActivitySample } from '@colonnade/contracts/projects/project-health'
import { Panel, PanelContent, PanelHeader, Skeleton, StatGrid, StatTile, UsageBar } from '@colonnade/ui'
import { lazy, Suspense } from 'react'
import { formatBytes } from '../../../lib/bytes.ts'
import { loaded } from '../../../lib/late/loaded.ts'
import { type DiskRates, growthText, partsOf, rateText } from './disk-words.ts'
import { diskPanelText } from './messages.ts'

const GrowthChart = lazy(loaded(() => import('./growth-chart.tsx'), 'GrowthChart'))

const chartPx = 140
const fills = { databases: 'bg-accent', wal: 'bg-warning', rest: 'bg-faint' } as const

export interface DiskPanelProps {
  readonly use: DiskUse
  /** Since the last look; null until there are two. */
  readonly rates: DiskRates | null
  readonly samples: readonly ActivitySample[] | undefined
}

/** Shows a project's disk usage by type, its growth and its I/O. */
export function DiskPanel({ use, rates, samples }: DiskPanelProps) {
  const { volume, server, kept, unnamed_files: files, total_bytes: total } = use
  const growth = samples && growthText(samples)
  return (
    <Panel label={diskPanelText.disk}>
      <PanelHeader title={diskPanelText.disk} description={diskPanelText.description} />
      <PanelContent className="flex flex-col gap-4">
        <Parts use={use} />
        <UsageBar
          label={diskPanelText.volume}
          value={volume.total_bytes - volume.free_bytes}
          max={volume.total_bytes}
          format={formatBytes}
          note={diskPanelText.freeAllProjectsMachine(formatBytes(volume.free_bytes), formatBytes(total))}
        />
      </PanelContent>
      <PanelContent>
        <h3 className="text-sm font-medium">{diskPanelText.storedSeparately}</h3>
        <ul aria-label={diskPanelText.storedSeparately} className="mt-1 flex flex-col gap-1 text-sm">
          {[
            { label: diskPanelText.backups, bytes: kept.backups_bytes },
            { label: diskPanelText.walArchive, bytes: kept.archive_bytes },
            { label: diskPanelText.deletedFilesBackups, bytes: files.kept_bytes },
            { label: diskPanelText.filesWaitingRemoved, bytes: files.orphaned_bytes },
          ].map(({ label, bytes }) => (
            <li key={label} className="flex justify-between gap-4">
              {label}
              <span className="shrink-0 text-soft tabular-nums">{bytes === 0 ? 'None' : formatBytes(bytes)}</span>
            </li>
          ))}
        </ul>
        {files.problem !== null && <p className="mt-1 text-xs text-soft">{diskPanelText.removeFailed(files.problem)}</p>}
      </PanelContent>
      {server !== null && server.databases.length > 1 && (
        <PanelContent>
          <h3 className="text-sm font-medium">{diskPanelText.databases}</h3>
          <ul aria-label={diskPanelText.databases} className="mt-1 flex flex-col gap-1 text-sm">
            {server.databases.map(({ name, bytes }) => (
              <li key={name} className="flex justify-between gap-4">
                <span className="min-w-0 wrap-anywhere">{name}</span>
                <span className="shrink-0 text-soft tabular-nums">{formatBytes(bytes)}</span>
              </li>
            ))}
          </ul>
        </PanelContent>
      )}
      {samples !== undefined && samples.length > 1 && (
        <PanelContent className="flex flex-col gap-2">
          <div className="flex flex-wrap items-baseline justify-between gap-x-4">
            <h3 className="text-sm font-medium">{diskPanelText.growth}</h3>
            {growth && <p className="text-xs text-faint">{growth}</p>}
          </div>
          <Suspense fallback={<Skeleton className="w-full rounded-md" heightPx={chartPx} />}>
            <GrowthChart samples={samples} heightPx={chartPx} />
          </Suspense>
        </PanelContent>
      )}
      {server !== null && (
        <StatGrid label={diskPanelText.diskActivity} className="rounded-t-none border-0">
          <StatTile label={diskPanelText.reads} value={rates === null ? undefined : rateText(rates.reads)} unit="/s" />
          <StatTile
            label={diskPanelText.writes}
            value={rates === null ? undefined : rateText(rates.writes)}
            unit="/s"
            note={rates === null ? undefined : diskPanelText.syncs(rateText(rates.syncs))}
          />
          <StatTile label={diskPanelText.read} value={rates === null ? undefined : formatBytes(Math.round(rates.readBytes))} unit="/s" />
          <StatTile label={diskPanelText.written} value={rates === null ? undefined : formatBytes(Math.round(rates.writtenBytes))} unit="/s" />
        </StatGrid>
      )}
    </Panel>
  )
}

function Parts({ use }: { readonly use: DiskUse }) {
  const parts = partsOf(use)
  const sum = Math.max(
    1,
    parts.reduce((bytes, part) => bytes + part.bytes, 0),
  )
  return (
    <div className="flex flex-col gap-2">
      <div aria-hidden className="flex h-2.5 gap-0.5 overflow-hidden rounded-full bg-sunken">
        {parts.map(({ id, bytes }) => (
          <div key={id} className={`h-full min-w-0.5 ${fills[id]}`} style={{ width: `${(bytes / sum) * 100}%` }} />
        ))}
      </div>
      <ul aria-label={diskPanelText.diskUsageType} className="flex flex-wrap gap-x-5 gap-y-1 text-sm">
        {parts.map(({ id, label, bytes }) => (
          <li key={id} className="flex items-center gap-2">
            <span aria-hidden className={`size-2 rounded-full ${fills[id]}`} />
            {label}
            <span className="text-soft tabular-nums">{formatBytes(bytes)}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
