import { type UpgradeRehearsal, type UpgradeReport, upgradeSteps } from '@colonnade/contracts'
import type { ListedStep } from '@colonnade/ui'
import { formatBytes, formatNumber } from '../../lib/bytes.ts'
import { formatDuration } from '../../lib/texts/duration.ts'

/** What is done while the project works on; all the rest would be while it is down. */
const beforehand = new Set(['copy', 'check'])

/** How long the project would have been down, in milliseconds. */
export function downOf({ steps }: Pick<UpgradeReport, 'steps'>): number {
  return steps.filter(({ id }) => !beforehand.has(id)).reduce((sum, { duration_ms: duration }) => sum + duration, 0)
}

/** How far a rehearsal is, or came. */
export function upgradeProgress({ status, step, report, progress }: Pick<UpgradeRehearsal, 'status' | 'step' | 'report' | 'progress'>): ListedStep[] {
  return upgradeSteps.map(({ id, label }) => {
    const done = report?.steps.find((one) => one.id === id)
    const isRunning = status === 'REHEARSING' && step === id
    const state = isRunning ? 'running' : done !== undefined ? 'done' : 'waiting'
    const message = isRunning && progress !== null ? `${formatBytes(progress.bytes_done)} of ${formatBytes(progress.bytes_total)}` : null
    return { id, label, state, message, ...(done !== undefined && !isRunning && { note: formatDuration(done.duration_ms) }) }
  })
}

export interface Notice {
  readonly tone: 'accent' | 'danger' | 'neutral'
  readonly title: string
  readonly text: string
}

/** What became of a rehearsal that is over. */
export function noticeOf({
  status,
  report,
  problem,
  to_version: to,
}: Pick<UpgradeRehearsal, 'status' | 'report' | 'problem' | 'to_version'>): Notice {
  if (status === 'CANCELLED') return { tone: 'neutral', title: 'Cancelled', text: 'The copies are gone. The project was not touched.' }
  if (status === 'FAILED' || report === null) return { tone: 'danger', title: 'The rehearsal failed', text: problem ?? 'It could not be finished.' }
  if (status === 'BLOCKED') {
    const count = report.obstacles.length + report.differing_tables.length
    return {
      tone: 'danger',
      title: `The project can not be brought to Postgres ${to} as it is`,
      text: `${count === 1 ? 'One thing stands' : `${count} things stand`} in the way. The project was not touched.`,
    }
  }
  const rows = `${formatNumber(report.rows)} ${report.rows === 1 ? 'row' : 'rows'}`
  const tables = `${formatNumber(report.tables)} ${report.tables === 1 ? 'table' : 'tables'}`
  return {
    tone: 'accent',
    title: `Everything came over to Postgres ${to}`,
    text: `${rows} of ${tables} were copied and compared. The project was not touched.`,
  }
}
