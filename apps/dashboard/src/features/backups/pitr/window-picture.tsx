import { cn } from '@colonnade/ui'
import { momentText } from '../backup-looks.ts'
import { momentTexts as texts } from '../messages.ts'
import { gapsOf, lengthText, placeIn, type RecoverableSpan, type Span } from './recoverable.ts'

export interface WindowPictureProps {
  readonly spans: readonly RecoverableSpan[]
  readonly whole: Span
  /** Times of backups that can be restored. */
  readonly backups: readonly number[]
  /** Times when a restore replaced the database. */
  readonly restores: readonly number[]
  /** Commits that removed data. */
  readonly removals: readonly { readonly at: number; readonly text: string }[]
  readonly at: number
  readonly isChoosable: boolean
  readonly onChange: (at: number) => void
}

const percent = (value: number): string => `${value}%`

/** Draws the recovery window as a timeline: what can be chosen, gaps, backups, restores, commits that removed data, and the chosen moment. */
export function WindowPicture({ spans, whole, backups, restores, removals, at, isChoosable, onChange }: WindowPictureProps) {
  const gaps = gapsOf(spans).filter(({ isRestore }) => !isRestore)
  // the window begins with the second after its backup
  const inside = (time: number): boolean => whole.from - 1_000 <= time && time <= whole.until
  const shown = { backups: backups.filter(inside), restores: restores.filter(inside), removals: removals.filter((each) => inside(each.at)) }
  return (
    <figure className="flex min-w-0 flex-col gap-1">
      {/* as far in as the middle of the slider's handle */}
      <div aria-hidden className="relative mx-2 h-10">
        <div className="absolute inset-x-0 top-3 h-4 overflow-hidden rounded-sm border bg-sunken">
          {spans.map(({ from, until }) => (
            <div
              key={from}
              className="absolute inset-y-0 min-w-px bg-accent/40"
              style={{ left: percent(placeIn(whole, from)), width: percent(placeIn(whole, until) - placeIn(whole, from)) }}
            />
          ))}
          {gaps.map(({ from, until }) => (
            <div
              key={from}
              title={texts.gap(momentText(new Date(from).toISOString()), lengthText(until - from))}
              className="absolute inset-y-0 min-w-0.5 bg-danger-tint bg-[repeating-linear-gradient(135deg,var(--danger)_0_1px,transparent_1px_5px)]"
              style={{ left: percent(placeIn(whole, from)), width: percent(placeIn(whole, until) - placeIn(whole, from)) }}
            />
          ))}
        </div>
        {shown.backups.map((time) => (
          <span
            key={time}
            title={texts.backup(momentText(new Date(time).toISOString()))}
            className="absolute top-4 size-2 -translate-x-1/2 rounded-full border border-canvas bg-accent"
            style={{ left: percent(placeIn(whole, time)) }}
          />
        ))}
        {shown.restores.map((time) => (
          <span
            key={time}
            title={texts.restored(momentText(new Date(time).toISOString()))}
            className="absolute top-2 h-6 w-px -translate-x-1/2 bg-warning"
            style={{ left: percent(placeIn(whole, time)) }}
          />
        ))}
        {shown.removals.map((each) => (
          <span
            key={each.at}
            title={texts.removal(momentText(new Date(each.at).toISOString()), each.text)}
            className="absolute top-1.5 h-7 w-0.5 -translate-x-1/2 bg-danger"
            style={{ left: percent(placeIn(whole, each.at)) }}
          />
        ))}
        <span
          className={cn('absolute top-0 h-10 w-0.5 -translate-x-1/2', isChoosable ? 'bg-fg' : 'bg-danger')}
          style={{ left: percent(placeIn(whole, at)) }}
        />
      </div>
      <input
        type="range"
        aria-label={texts.moment}
        aria-valuetext={momentText(new Date(at).toISOString())}
        className="w-full accent-(--accent)"
        min={whole.from / 1_000}
        max={whole.until / 1_000}
        step={1}
        value={at / 1_000}
        onChange={(event) => onChange(Number(event.target.value) * 1_000)}
      />
      <div className="mx-2 flex justify-between gap-4 text-xs text-faint tabular-nums">
        <span>{momentText(new Date(whole.from).toISOString())}</span>
        <span className="text-right">{momentText(new Date(whole.until).toISOString())}</span>
      </div>
      <figcaption className="mx-2 flex flex-wrap gap-x-4 gap-y-1 text-xs text-soft">
        <Sign className="size-3 rounded-sm bg-accent/40">
          {texts.recoverable(lengthText(spans.reduce((sum, { from, until }) => sum + until - from, 0)))}
        </Sign>
        <Sign className="size-2 rounded-full bg-accent">{texts.backups(shown.backups.length)}</Sign>
        {shown.restores.length > 0 && <Sign className="h-3 w-px bg-warning">{texts.restores(shown.restores.length)}</Sign>}
        {gaps.length > 0 && <Sign className="size-3 rounded-sm bg-danger-tint outline outline-danger">{texts.gaps(gaps.length)}</Sign>}
        {shown.removals.length > 0 && <Sign className="h-3 w-0.5 bg-danger">{texts.removals(shown.removals.length)}</Sign>}
      </figcaption>
    </figure>
  )
}

function Sign({ className, children }: { readonly className: string; readonly children: React.ReactNode }) {
  return (
    <span className="flex items-center gap-1.5">
      <span aria-hidden className={className} />
      {children}
    </span>
  )
}
