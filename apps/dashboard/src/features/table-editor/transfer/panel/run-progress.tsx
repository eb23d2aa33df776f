import { Progress } from '@colonnade/ui'
import { useEffect, useState } from 'react'
import { formatBytes, formatNumber } from '../../../../lib/bytes.ts'
import { progressPauseMs } from '../limits.ts'
import type { ImportRun } from '../run/import-run.ts'
import { durationText, paceOf } from '../run/pace.ts'
import { runProgressText } from './messages.ts'

/** A bar, and the figures of an import that runs. */
export function RunProgress({ run }: { readonly run: ImportRun }) {
  const now = useNow()
  const { share, rows, rowsPerSecond, secondsLeft } = paceOf(run, now)
  const { size } = run.order.draft.file
  const badRows = run.progress?.bad_rows ?? 0
  const stage = share === null ? runProgressText.finishing : runProgressText.of(formatBytes(share * size), formatBytes(size))
  return (
    <div className="flex flex-col gap-3">
      <Progress label={runProgressText.import} value={share === null ? null : Math.round(share * 1_000)} max={1_000} className="[&>div]:h-1.5" />
      <dl className="grid grid-cols-[repeat(auto-fit,minmax(8rem,1fr))] gap-3">
        <Figure label={runProgressText.rows} value={formatNumber(rows)} />
        <Figure label={runProgressText.rowsPerSecond} value={rowsPerSecond === null ? '–' : formatNumber(Math.round(rowsPerSecond))} />
        <Figure label={runProgressText.timeLeft} value={secondsLeft === null ? '–' : durationText(secondsLeft)} />
        {badRows > 0 && <Figure label={runProgressText.invalidRows} value={formatNumber(badRows)} />}
      </dl>
      <p className="text-xs text-faint">{runProgressText.keepOpen(stage)}</p>
    </div>
  )
}

function Figure({ label, value }: { readonly label: string; readonly value: string }) {
  return (
    <div>
      <dt className="text-xs text-faint">{label}</dt>
      <dd className="text-base tabular-nums">{value}</dd>
    </div>
  )
}

/** The time, now and then: rates change also while nothing comes. */
function useNow(): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), progressPauseMs)
    return () => clearInterval(timer)
  }, [])
  return now
}
