import type { IndexBuild } from '@colonnade/pg-meta/index-summaries'
import { Progress } from '@colonnade/ui'
import { useQuery } from '@tanstack/react-query'
import { formatNumber } from '../../../lib/bytes.ts'
import { buildsQuery } from './index-queries.ts'
import { buildProgressText } from './messages.ts'

export interface BuildProgressProps {
  readonly projectRef: string
  readonly schema: string
  readonly table: string
}

/** Shows the progress of index builds on a table; nothing if there are none. */
export function BuildProgress({ projectRef, schema, table }: BuildProgressProps) {
  const { data: builds = [] } = useQuery(buildsQuery(projectRef, { schema, table }))
  if (builds.length === 0) return null
  return (
    <section aria-label={buildProgressText.title} className="mx-4 mt-4 flex flex-col gap-3 rounded-md border bg-sunken px-3 py-2.5">
      {builds.map((build) => (
        <Build key={build.process_id} build={build} />
      ))}
    </section>
  )
}

function Build({ build }: { readonly build: IndexBuild }) {
  const { command, phase, done, total, unit, waits_for: waitsFor, seconds } = build
  return (
    <div className="flex flex-col gap-1.5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <output className="font-medium first-letter:uppercase">{phase}</output>
        <span className="text-xs text-faint tabular-nums">{buildProgressText.seconds(Math.round(seconds))}</span>
      </div>
      <Progress label={`${command}: ${phase}`} value={total > 0 ? Math.min(done, total) : null} max={total > 0 ? total : 100} />
      <p className="text-xs text-soft">
        {total > 0 && buildProgressText.progress(formatNumber(done), formatNumber(total), unit)}
        {waitsFor !== null && buildProgressText.waitsFor(waitsFor)}
      </p>
    </div>
  )
}
