import type { IndexBuild } from '@colonnade/pg-meta/index-summaries'
import { Progress } from '@colonnade/ui'
import { useQuery } from '@tanstack/react-query'
import { formatNumber } from '../../../lib/bytes.ts'
import { buildsQuery } from './index-queries.ts'

export interface BuildProgressProps {
  readonly projectRef: string
  readonly schema: string
  readonly table: string
}

/** How far the indexes are that are built on a table now; nothing where none is. */
export function BuildProgress({ projectRef, schema, table }: BuildProgressProps) {
  const { data: builds = [] } = useQuery(buildsQuery(projectRef, { schema, table }))
  if (builds.length === 0) return null
  return (
    <section aria-label="Progress" className="mx-4 mt-4 flex flex-col gap-3 rounded-md border bg-sunken px-3 py-2.5">
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
        <span className="text-xs text-faint tabular-nums">{Math.round(seconds)} s</span>
      </div>
      <Progress label={`${command}: ${phase}`} value={total > 0 ? Math.min(done, total) : null} max={total > 0 ? total : 100} />
      <p className="text-xs text-soft">
        {total > 0 && `${formatNumber(done)} of ${formatNumber(total)} ${unit}${unit === 'transactions' ? ' have ended' : ''}. `}
        {waitsFor !== null && `It waits for process ${waitsFor}, whose transaction began before; it goes on when that ends.`}
      </p>
    </div>
  )
}
