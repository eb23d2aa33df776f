import type { BackupReport } from '@colonnade/contracts/copies/backups'
import type { Pitr } from '@colonnade/contracts/copies/pitr'
import type { Project } from '@colonnade/contracts/projects/projects'
import { Button, DateTimePicker } from '@colonnade/ui'
import { useEffect, useState } from 'react'
import { whoMay } from '../../../lib/texts/who-may.ts'
import { exactText, momentText } from '../backup-looks.ts'
import { useRestoreTo } from '../mutations.ts'
import { RestoreDialog } from '../restore-dialog.tsx'
import { CommitList } from './commit-list.tsx'
import { besides, choosable, gapsOf, isChoosable, lengthText, majorAt, wholeOf } from './recoverable.ts'
import { WindowPicture } from './window-picture.tsx'

export interface MomentPanelProps {
  readonly project: Project
  readonly report: BackupReport
  readonly pitr: Pitr
  readonly mayOperate: boolean
}

const tickMs = 1_000
const jumps = [
  { label: '−1 h', ms: -3_600_000, says: 'An hour earlier' },
  { label: '−1 min', ms: -60_000, says: 'A minute earlier' },
  { label: '−1 s', ms: -1_000, says: 'A second earlier' },
  { label: '+1 s', ms: 1_000, says: 'A second later' },
  { label: '+1 min', ms: 60_000, says: 'A minute later' },
  { label: '+1 h', ms: 3_600_000, says: 'An hour later' },
] as const

/** The window, the moment that is chosen in it, and the way back there. */
export function MomentPanel({ project, report, pitr, mayOperate }: MomentPanelProps) {
  const now = useNow()
  const restore = useRestoreTo(project.ref)
  const [chosen, setChosen] = useState<number | null>(null)
  // what stands in the boxes is no moment of the window: nothing is restored until it is
  const [isMistyped, setIsMistyped] = useState(false)
  // what is asked for stays that, however the window and the clock go on
  const [asked, setAsked] = useState<{ readonly at: number; readonly major: string | null } | null>(null)
  const isActive = project.status === 'ACTIVE_HEALTHY'
  // a server that does not run archives nothing more
  const spans = choosable(pitr, isActive ? now : 0)
  const whole = wholeOf(spans)
  if (whole === undefined) return null
  // a moment that has left the window is the first that is in it
  const at = Math.min(whole.until, Math.max(whole.from, chosen ?? whole.until))
  const iso = new Date(at).toISOString()
  const exact = exactText(at)
  const isPossible = isChoosable(spans, at)
  const gap = gapsOf(spans).find(({ from, until }) => from < at && at < until)
  // the window has gone on since it was drawn
  const choose = (time: number): void => {
    setIsMistyped(false)
    setChosen(Math.min(isActive && pitr.state === 'ON' ? Date.now() : whole.until, Math.max(whole.from, time)))
  }
  return (
    <section aria-label="Recoverable window" className="flex min-w-0 flex-col gap-5 rounded-lg border bg-surface p-4">
      <WindowPicture
        spans={spans}
        whole={whole}
        backups={report.backups.filter(isThere).flatMap(({ taken_at }) => (taken_at === null ? [] : [Date.parse(taken_at)]))}
        restores={report.restores.flatMap(({ target_name, steps }) =>
          target_name === null ? steps.filter(({ step }) => step === 'placed').map((step) => Date.parse(step.at)) : [],
        )}
        at={at}
        isChoosable={isPossible}
        onChange={choose}
      />
      <div className="flex flex-wrap items-end gap-x-6 gap-y-3">
        <DateTimePicker
          label="Restore to"
          value={isMistyped ? null : iso}
          min={new Date(whole.from).toISOString()}
          max={new Date(whole.until).toISOString()}
          outsideText={`Outside of what can be recovered: ${momentText(new Date(whole.from).toISOString())} to ${momentText(new Date(whole.until).toISOString())}`}
          isClearable={false}
          // as long as none is chosen the moment is now; in a box that goes on, what is typed could be what stands there, and no choice
          onFocus={() => setChosen(chosen ?? at)}
          onValueChange={(value) => (value === null ? setIsMistyped(true) : choose(Date.parse(value)))}
        />
        <fieldset aria-label="Move the moment" className="flex flex-wrap gap-1 md:mb-5.5">
          {jumps.map(({ label, ms, says }) => (
            <Button key={label} size="sm" aria-label={says} onClick={() => choose(at + ms)}>
              {label}
            </Button>
          ))}
        </fieldset>
      </div>
      {isMistyped ? (
        <p className="text-sm text-soft">No moment is chosen: give a day and a time that can be recovered.</p>
      ) : isPossible ? (
        <p className="text-sm text-soft">
          Every commit until {exact} is kept
          {now - at >= tickMs && `, and what was committed in the ${lengthText(now - at)} since then is not`}.
        </p>
      ) : (
        <div role="alert" className="flex flex-wrap items-center gap-2 rounded-md border border-danger/30 bg-danger-tint px-3 py-2 text-sm">
          <span>
            {gap?.isRestore === true ? `At ${exact} the database was being restored.` : `${exact} is in a gap: its WAL is lost.`} The nearest moments
            are
          </span>
          {besides(spans, at).map((time) => (
            <Button key={time} size="sm" onClick={() => choose(time)}>
              {momentText(new Date(time).toISOString())}
            </Button>
          ))}
        </div>
      )}
      {mayOperate && chosen !== null && isPossible && !isMistyped && isActive && <CommitList projectRef={project.ref} at={at} onChange={choose} />}
      {mayOperate && !isActive && <p className="text-sm text-soft">What was committed around the moment is told while the project is active.</p>}
      {!mayOperate && <p className="text-sm text-soft">{whoMay('projects:operate', 'restore the database to a moment')}</p>}
      {mayOperate && (
        <div>
          <Button variant="primary" disabled={!isPossible || isMistyped} onClick={() => setAsked({ at, major: majorAt(spans, at) })}>
            Restore to this moment
          </Button>
        </div>
      )}
      {asked !== null && (
        <RestoreDialog
          project={project}
          title={`Restore to ${exactText(asked.at)}`}
          at={new Date(asked.at).toISOString()}
          restores={report.restores}
          postgresMajor={asked.major}
          onRestore={(into) => restore.mutateAsync({ at: new Date(asked.at).toISOString(), into })}
          onClose={() => setAsked(null)}
        />
      )}
    </section>
  )
}

/** Whether it is on the disk, proved or not. */
function isThere({ status }: BackupReport['backups'][number]): boolean {
  return status === 'COMPLETED' || status === 'PROVING'
}

function useNow(): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), tickMs)
    return () => clearInterval(timer)
  }, [])
  return now
}
