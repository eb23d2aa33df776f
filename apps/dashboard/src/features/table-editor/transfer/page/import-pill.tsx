import { Button, Progress } from '@colonnade/ui'
import { useEffect } from 'react'
import { formatNumber } from '../../../../lib/bytes.ts'
import { importRuns, type ImportRun } from '../run/import-run.ts'
import { paceOf } from '../run/pace.ts'
import { importPillText } from './messages.ts'

/** A run whose panel is closed: how far it is, or how it ended; opens the panel again. */
export function ImportPill({ run, onOpen }: { readonly run: ImportRun; readonly onOpen: () => void }) {
  useEffect(() => importRuns.attend(), [])
  const { state, order } = run
  const { share, rows } = paceOf(run, run.startedAt)
  const { table } = order.plan
  const badRows = run.progress?.bad_rows ?? 0
  const text = {
    running: importPillText.importing(table, formatNumber(rows)),
    done: importPillText.done(table, badRows > 0 ? formatNumber(badRows) : null),
    failed: importPillText.failed(table),
    cancelled: importPillText.cancelled(table),
  }[state.kind]
  return (
    <section
      aria-label={importPillText.import}
      className="pop fixed right-3 bottom-10 z-30 flex w-80 max-w-[calc(100vw-1.5rem)] flex-col gap-2 rounded-lg p-3"
    >
      <div className="flex items-center justify-between gap-3">
        <output className="block min-w-0 truncate" title={text}>
          {text}
        </output>
        <Button size="sm" onClick={onOpen}>
          {importPillText.show}
        </Button>
      </div>
      {state.kind === 'running' && <Progress label={importPillText.import} value={share === null ? null : Math.round(share * 1_000)} max={1_000} />}
    </section>
  )
}
