import { sqlSessionIdleSeconds } from '@colonnade/contracts/data/sql-runs'
import { Button, Field, Input, Popover, SegmentedControl, Switch } from '@colonnade/ui'
import { Plug, SlidersHorizontal } from 'lucide-react'
import { useState } from 'react'
import { rowLimits, timeLimits } from '../limits.ts'
import { rowsText } from '../wording.ts'
import { LockSwitch } from './lock-switch.tsx'
import { choicesText, parseTimeLimit, timeLimitText, type RunChoices } from './run-choices.ts'
import type { SqlSession } from './run-state.ts'

export interface RunOptionsProps {
  readonly projectRef: string
  readonly choices: RunChoices
  readonly session: SqlSession
  readonly onChange: (change: Partial<RunChoices>) => void
  readonly onCloseSession: () => void
}

/** How texts are run: how many rows, for how long, and on which connection. */
export function RunOptions({ projectRef, choices, session, onChange, onCloseSession }: RunOptionsProps) {
  return (
    <Popover
      label="Options of runs"
      align="end"
      className="w-96"
      trigger={
        <Button size="sm" variant="ghost" aria-label={`Options: ${choicesText(choices)}${session.kind === 'kept' ? ', a connection is kept' : ''}`}>
          {session.kind === 'kept' ? <Plug aria-hidden className="text-accent" /> : <SlidersHorizontal aria-hidden />}
          <span className="tabular-nums @max-3xl:hidden">{choicesText(choices)}</span>
        </Button>
      }
    >
      <div className="flex max-h-[70dvh] flex-col gap-4 overflow-y-auto p-3 text-sm">
        <div className="flex flex-col gap-1.5">
          <span className="font-medium">Rows per result</span>
          <SegmentedControl
            label="Rows per result"
            className="self-start"
            value={String(choices.rowLimit)}
            onValueChange={(value) => onChange({ rowLimit: value === 'null' ? null : Number(value) })}
            options={[
              ...rowLimits.map((limit) => ({ value: String(limit), label: rowsText(limit).replace(/ rows$/, '') })),
              { value: 'null', label: 'No limit' },
            ]}
          />
          {choices.rowLimit === null && <p className="text-xs text-faint">All rows come, and are shown while they do.</p>}
        </div>
        <TimeLimit timeoutMs={choices.timeoutMs} onChange={(timeoutMs) => onChange({ timeoutMs })} />
        <div className="flex flex-col gap-1.5 border-t pt-3">
          <Switch
            isOn={choices.commitsEach}
            onChange={(commitsEach) => onChange({ commitsEach })}
            label={<span className="font-medium">Commit each statement</span>}
          />
          <p className="text-xs text-faint">
            Runs statements one by one, as psql does: an error keeps what ran before it. Needed for procedures that commit, and for VACUUM beside
            other statements. Otherwise an error undoes the whole run.
          </p>
        </div>
        <div className="flex flex-col gap-1.5 border-t pt-3">
          <Switch
            isOn={choices.keepsSession}
            onChange={(keepsSession) => onChange({ keepsSession })}
            label={<span className="font-medium">Keep the connection</span>}
          />
          <p className="text-xs text-faint">
            Settings, temporary tables and transactions last from one run to the next, until it is unused for {sqlSessionIdleSeconds / 60} minutes. A
            run that begins a transaction keeps it in any case.
          </p>
          <p className="flex items-center gap-2 text-xs text-soft">
            <output>{sessionText(session, choices.keepsSession)}</output>
            {session.kind === 'kept' && (
              <Button size="sm" variant="ghost" className="h-6 px-1.5" onClick={onCloseSession}>
                Close it
              </Button>
            )}
          </p>
        </div>
        <LockSwitch projectRef={projectRef} />
      </div>
    </Popover>
  )
}

function sessionText(session: SqlSession, isKept: boolean): string {
  switch (session.kind) {
    case 'kept':
      return session.transaction === 'none' ? 'A connection is kept.' : 'A connection is kept, with an open transaction.'
    case 'lost':
      return 'The connection was lost. The next run opens another.'
    case 'none':
      return isKept ? 'The next run opens a connection.' : 'No connection is kept.'
  }
}

const own = 'own'

function TimeLimit({ timeoutMs, onChange }: { readonly timeoutMs: number; readonly onChange: (timeoutMs: number) => void }) {
  const isOffered = timeLimits.some((limit) => limit === timeoutMs)
  const [isOwn, setIsOwn] = useState(!isOffered)
  const [text, setText] = useState(isOffered ? '' : timeLimitText(timeoutMs))
  const isWrong = text.trim() !== '' && parseTimeLimit(text) === null
  return (
    <div className="flex flex-col gap-1.5">
      <span className="font-medium">Time limit</span>
      <SegmentedControl
        label="Time limit"
        className="self-start"
        value={isOwn ? own : String(timeoutMs)}
        onValueChange={(value) => {
          setIsOwn(value === own)
          if (value !== own) onChange(Number(value))
        }}
        options={[
          ...timeLimits.map((limit) => ({ value: String(limit), label: limit === 0 ? 'None' : timeLimitText(limit) })),
          { value: own, label: 'Other' },
        ]}
      />
      {isOwn && (
        <Field
          label="Its own limit"
          hint="Such as 90 s, 5 min or 2 h; a day at most"
          {...(isWrong && { error: 'This is no time from 1 ms to 24 h' })}
          className="w-48"
        >
          <Input
            value={text}
            onChange={(event) => {
              setText(event.target.value)
              const written = parseTimeLimit(event.target.value)
              if (written !== null) onChange(written)
            }}
          />
        </Field>
      )}
    </div>
  )
}
