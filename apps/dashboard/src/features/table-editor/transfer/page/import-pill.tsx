import { Button, Progress } from '@colonnade/ui'
import { useEffect } from 'react'
import { formatNumber } from '../../../../lib/bytes.ts'
import { importRuns, type ImportRun } from '../run/import-run.ts'
import { paceOf } from '../run/pace.ts'

/** A run whose panel is closed: how far it is, or how it ended; opens the panel again. */
export function ImportPill({ run, onOpen }: { readonly run: ImportRun; readonly onOpen: () => void }) {
  useEffect(() => importRuns.attend(), [])
  const { state, order } = run
  const { share, rows } = paceOf(run, run.startedAt)
  const { table } = order.plan
  const badRows = run.progress?.bad_rows ?? 0
  const text = {
    running: `Importing into ${table}: ${formatNumber(rows)} rows`,
    done: `Imported into ${table}${badRows > 0 ? `, ${formatNumber(badRows)} bad rows` : ''}`,
    failed: `The import into ${table} failed`,
    cancelled: `The import into ${table} was cancelled`,
  }[state.kind]
  return (
    <section aria-label="Import" className="pop fixed right-3 bottom-10 z-30 flex w-80 max-w-[calc(100vw-1.5rem)] flex-col gap-2 rounded-lg p-3">
      <div className="flex items-center justify-between gap-3">
        <output className="block min-w-0 truncate" title={text}>
          {text}
        </output>
        <Button size="sm" onClick={onOpen}>
          Show
        </Button>
      </div>
      {state.kind === 'running' && <Progress label="Import" value={share === null ? null : Math.round(share * 1_000)} max={1_000} />}
    </section>
  )
}
