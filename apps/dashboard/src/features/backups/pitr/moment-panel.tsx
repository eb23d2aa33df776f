import type { BackupReport } from '@colonnade/contracts/copies/backups'
import type { Pitr } from '@colonnade/contracts/copies/pitr'
import type { Project } from '@colonnade/contracts/projects/projects'
import { Button, DateTimePicker } from '@colonnade/ui'
import { useEffect, useState } from 'react'
import { whoMay } from '../../../lib/texts/who-may.ts'
import { exactText, momentText } from '../backup-looks.ts'
import { momentTexts as texts } from '../messages.ts'
import { useRestoreTo } from '../mutations.ts'
import { RestoreDialog } from '../restore-dialog.tsx'
import { CommitList } from './commit-list.tsx'
import { commitText } from './commit-text.ts'
import { momentPanelText } from './messages.ts'
import { besides, choosable, gapsOf, isChoosable, lengthText, majorAt, wholeOf } from './recoverable.ts'
import { useCommits } from './use-commits.ts'
import { WindowPicture } from './window-picture.tsx'

export interface MomentPanelProps {
  readonly project: Project
  readonly report: BackupReport
  readonly pitr: Pitr
  readonly mayOperate: boolean
}

const tickMs = 1_000
const jumps = [
  { label: momentPanelText.backHour, ms: -3_600_000, says: momentPanelText.hourEarlier },
  { label: momentPanelText.backMinute, ms: -60_000, says: momentPanelText.minuteEarlier },
  { label: momentPanelText.backSecond, ms: -1_000, says: momentPanelText.secondEarlier },
  { label: momentPanelText.forwardSecond, ms: 1_000, says: momentPanelText.secondLater },
  { label: momentPanelText.forwardMinute, ms: 60_000, says: momentPanelText.minuteLater },
  { label: momentPanelText.forwardHour, ms: 3_600_000, says: momentPanelText.hourLater },
] as const

/** Shows the recovery window, and restores to a moment in it. */
export function MomentPanel({ project, report, pitr, mayOperate }: MomentPanelProps) {
  const now = useNow()
  const restore = useRestoreTo(project.ref)
  const [chosen, setChosen] = useState<number | null>(null)
  // the boxes hold no moment of the window: nothing can be restored
  const [isMistyped, setIsMistyped] = useState(false)
  // the dialog keeps its moment while the clock runs
  const [asked, setAsked] = useState<{ readonly at: number; readonly major: string | null } | null>(null)
  const isActive = project.status === 'ACTIVE_HEALTHY'
  // a stopped server archives nothing
  const spans = choosable(pitr, isActive ? now : 0)
  const whole = wholeOf(spans)
  const commits = useCommits(project.ref, whole, chosen, mayOperate && isActive && whole !== undefined)
  if (whole === undefined) return null
  // a moment before the window becomes its first
  const at = Math.min(whole.until, Math.max(whole.from, chosen ?? whole.until))
  const iso = new Date(at).toISOString()
  const exact = exactText(at)
  const isPossible = isChoosable(spans, at)
  const gap = gapsOf(spans).find(({ from, until }) => from < at && at < until)
  // the window has moved since the last render
  const choose = (time: number): void => {
    setIsMistyped(false)
    setChosen(Math.min(isActive && pitr.state === 'ON' ? Date.now() : whole.until, Math.max(whole.from, time)))
  }
  return (
    <section aria-label={texts.window} className="flex min-w-0 flex-col gap-5 rounded-lg border bg-surface p-4">
      <WindowPicture
        spans={spans}
        whole={whole}
        backups={report.backups.filter(isThere).flatMap(({ taken_at }) => (taken_at === null ? [] : [Date.parse(taken_at)]))}
        restores={report.restores.flatMap(({ target_name, steps }) =>
          target_name === null ? steps.filter(({ step }) => step === 'placed').map((step) => Date.parse(step.at)) : [],
        )}
        removals={commits.removals.map((commit) => ({ at: Date.parse(commit.at), text: commitText(commit) }))}
        at={at}
        isChoosable={isPossible}
        onChange={choose}
      />
      <div className="flex flex-wrap items-end gap-x-6 gap-y-3">
        <DateTimePicker
          label={texts.restoreTo}
          value={isMistyped ? null : iso}
          min={new Date(whole.from).toISOString()}
          max={new Date(whole.until).toISOString()}
          outsideText={texts.outside(momentText(new Date(whole.from).toISOString()), momentText(new Date(whole.until).toISOString()))}
          isClearable={false}
          // the moment is now until one is chosen: fix it, so that typing the shown time counts as a choice
          onFocus={() => setChosen(chosen ?? at)}
          onValueChange={(value) => (value === null ? setIsMistyped(true) : choose(Date.parse(value)))}
        />
        <fieldset aria-label={texts.jumps} className="flex flex-wrap gap-1 md:mb-5.5">
          {jumps.map(({ label, ms, says }) => (
            <Button key={label} size="sm" aria-label={says} onClick={() => choose(at + ms)}>
              {label}
            </Button>
          ))}
        </fieldset>
      </div>
      {isMistyped ? (
        <p className="text-sm text-soft">{texts.mistyped}</p>
      ) : isPossible ? (
        <p className="text-sm text-soft">{now - at >= tickMs ? texts.keepsAndLoses(exact, lengthText(now - at)) : texts.keeps(exact)}</p>
      ) : (
        <div role="alert" className="flex flex-wrap items-center gap-2 rounded-md border border-danger/30 bg-danger-tint px-3 py-2 text-sm">
          <span>{gap?.isRestore === true ? texts.duringRestore(exact) : texts.inGap(exact)}</span>
          {besides(spans, at).map((time) => (
            <Button key={time} size="sm" onClick={() => choose(time)}>
              {momentText(new Date(time).toISOString())}
            </Button>
          ))}
        </div>
      )}
      {mayOperate && (chosen === null || isPossible) && !isMistyped && isActive && (
        <CommitList commits={commits.data} error={commits.error} onRetry={commits.retry} at={chosen === null ? null : at} onChange={choose} />
      )}
      {mayOperate && !isActive && <p className="text-sm text-soft">{texts.inactive}</p>}
      {!mayOperate && <p className="text-sm text-soft">{whoMay('projects:operate', texts.mayRestore)}</p>}
      {mayOperate && (
        <div>
          <Button variant="primary" disabled={!isPossible || isMistyped} onClick={() => setAsked({ at, major: majorAt(spans, at) })}>
            {texts.restore}
          </Button>
        </div>
      )}
      {asked !== null && (
        <RestoreDialog
          project={project}
          title={texts.dialogTitle(exactText(asked.at))}
          initialTarget="branch"
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

/** Returns whether a backup can be restored, verified or not. */
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
