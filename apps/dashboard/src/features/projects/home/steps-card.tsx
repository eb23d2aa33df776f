import type { ProjectEvent } from '@colonnade/contracts'
import { Card, cn, Progress, Spinner } from '@colonnade/ui'
import { Check, Circle, X } from 'lucide-react'
import { formatDuration, isFirstStart, stepProgress, type StepProgress } from './event-log.ts'

/** A project on its way up, step by step. */
export function StepsCard({ status, events }: { readonly status: 'COMING_UP' | 'RESTORING'; readonly events: readonly ProjectEvent[] }) {
  const steps = stepProgress(events, status)
  const isFirst = status === 'COMING_UP' && isFirstStart(events)
  const done = steps.filter(({ state }) => state === 'done').length
  return (
    <Card title={isFirst ? 'Setting up your project' : status === 'COMING_UP' ? 'Restarting your project' : 'Starting your project'}>
      <div className="flex flex-col gap-4 p-4">
        <Progress label="Progress" value={isFirst ? done : null} max={Math.max(steps.length, 1)} />
        <ol aria-label="Steps" aria-live="polite" className="flex flex-col gap-2.5">
          {steps.length === 0 && (
            <li className="flex items-center gap-3 text-soft">
              <Spinner /> Waiting for the first step
            </li>
          )}
          {steps.map((step) => (
            <Step key={step.step} step={step} />
          ))}
        </ol>
      </div>
    </Card>
  )
}

const stateWords = { waiting: 'waiting', running: 'in progress', done: 'done', failed: 'failed' } as const

function Step({ step: { label, state, durationMs, message } }: { readonly step: StepProgress }) {
  return (
    <li className={cn('flex items-center gap-3', state === 'waiting' && 'text-faint', state === 'failed' && 'text-danger')}>
      <span className="flex w-4 justify-center">
        {state === 'waiting' && <Circle aria-hidden className="size-2.5" />}
        {state === 'running' && <Spinner className="text-accent" />}
        {state === 'done' && <Check aria-hidden className="size-4 text-accent" />}
        {state === 'failed' && <X aria-hidden className="size-4" />}
      </span>
      <span>
        {label}
        <span className="sr-only">: {stateWords[state]}</span>
        {state === 'failed' && message !== null && <span className="block text-xs">{message}</span>}
      </span>
      {durationMs !== null && <span className="ml-auto text-xs text-faint tabular-nums">{formatDuration(durationMs)}</span>}
    </li>
  )
}
