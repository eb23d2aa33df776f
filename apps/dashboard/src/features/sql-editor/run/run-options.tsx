import { sqlSessionIdleSeconds } from '@colonnade/contracts/data/sql-runs'
import { Button, Field, Input, Popover, SegmentedControl, Switch } from '@colonnade/ui'
import { Plug, SlidersHorizontal } from 'lucide-react'
import { useState } from 'react'
import { rowLimits, timeLimits } from '../limits.ts'
import { rowsText } from '../wording.ts'
import { LockSwitch } from './lock-switch.tsx'
import { optionsText } from './messages.ts'
import { choicesText, parseTimeLimit, timeLimitText, type RunChoices } from './run-choices.ts'
import type { SqlSession } from './run-state.ts'

export interface RunOptionsProps {
  readonly projectRef: string
  readonly choices: RunChoices
  readonly session: SqlSession
  readonly onChange: (change: Partial<RunChoices>) => void
  readonly onCloseSession: () => void
}

/** Sets how queries run: how many rows, for how long, and on which connection. */
export function RunOptions({ projectRef, choices, session, onChange, onCloseSession }: RunOptionsProps) {
  return (
    <Popover
      label={optionsText.title}
      align="end"
      className="w-96"
      trigger={
        <Button size="sm" variant="ghost" aria-label={optionsText.button(choicesText(choices), session.kind === 'kept')}>
          {session.kind === 'kept' ? <Plug aria-hidden className="text-accent" /> : <SlidersHorizontal aria-hidden />}
          <span className="tabular-nums @max-3xl:hidden">{choicesText(choices)}</span>
        </Button>
      }
    >
      <div className="flex max-h-[70dvh] flex-col gap-4 overflow-y-auto p-3 text-sm">
        <div className="flex flex-col gap-1.5">
          <span className="font-medium">{optionsText.rowLimit}</span>
          <SegmentedControl
            label={optionsText.rowLimit}
            className="self-start"
            value={String(choices.rowLimit)}
            onValueChange={(value) => onChange({ rowLimit: value === 'null' ? null : Number(value) })}
            options={[
              ...rowLimits.map((limit) => ({ value: String(limit), label: rowsText(limit).replace(/ rows$/, '') })),
              { value: 'null', label: optionsText.noLimit },
            ]}
          />
          {choices.rowLimit === null && <p className="text-xs text-faint">{optionsText.noLimitHint}</p>}
        </div>
        <TimeLimit timeoutMs={choices.timeoutMs} onChange={(timeoutMs) => onChange({ timeoutMs })} />
        <div className="flex flex-col gap-1.5 border-t pt-3">
          <Switch
            isOn={choices.commitsEach}
            onChange={(commitsEach) => onChange({ commitsEach })}
            label={<span className="font-medium">{optionsText.commitEach}</span>}
          />
          <p className="text-xs text-faint">{optionsText.commitEachHint}</p>
        </div>
        <div className="flex flex-col gap-1.5 border-t pt-3">
          <Switch
            isOn={choices.keepsSession}
            onChange={(keepsSession) => onChange({ keepsSession })}
            label={<span className="font-medium">{optionsText.keepSession}</span>}
          />
          <p className="text-xs text-faint">{optionsText.keepSessionHint(sqlSessionIdleSeconds / 60)}</p>
          <p className="flex items-center gap-2 text-xs text-soft">
            <output>{sessionText(session, choices.keepsSession)}</output>
            {session.kind === 'kept' && (
              <Button size="sm" variant="ghost" className="h-6 px-1.5" onClick={onCloseSession}>
                {optionsText.closeSession}
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
      return session.transaction === 'none' ? optionsText.session.open : optionsText.session.inTransaction
    case 'lost':
      return optionsText.session.lost
    case 'none':
      return isKept ? optionsText.session.next : optionsText.session.none
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
      <span className="font-medium">{optionsText.timeLimit}</span>
      <SegmentedControl
        label={optionsText.timeLimit}
        className="self-start"
        value={isOwn ? own : String(timeoutMs)}
        onValueChange={(value) => {
          setIsOwn(value === own)
          if (value !== own) onChange(Number(value))
        }}
        options={[
          ...timeLimits.map((limit) => ({ value: String(limit), label: limit === 0 ? optionsText.noTimeLimit : timeLimitText(limit) })),
          { value: own, label: optionsText.otherTimeLimit },
        ]}
      />
      {isOwn && (
        <Field
          label={optionsText.customTimeLimit}
          hint={optionsText.customTimeLimitHint}
          {...(isWrong && { error: optionsText.timeLimitInvalid })}
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
