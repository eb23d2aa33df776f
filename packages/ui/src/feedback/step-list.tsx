import { Check, Circle, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { cn } from '../class-names.ts'
import { Spinner } from './spinner.tsx'

/** One of several steps of something that is on its way. */
export interface ListedStep {
  readonly id: string
  readonly label: string
  readonly state: 'waiting' | 'running' | 'done' | 'failed'
  /** What more there is to say of it: why it failed, what it waits for. */
  readonly message: string | null
  /** At the end of its line: how long it took. */
  readonly note?: ReactNode
}

export interface StepListProps {
  readonly label: string
  readonly steps: readonly ListedStep[]
  /** Said while there are no steps yet. */
  readonly noSteps?: string
  readonly className?: string
}

const stateWords = { waiting: 'waiting', running: 'in progress', done: 'done', failed: 'failed' } as const

/** How far something is, step by step; told to screen readers as it goes on. */
export function StepList({ label, steps, noSteps, className }: StepListProps) {
  return (
    <ol aria-label={label} aria-live="polite" className={className}>
      {steps.length === 0 && noSteps !== undefined && (
        <li className="flex items-center gap-3 text-soft">
          <Spinner /> {noSteps}
        </li>
      )}
      {steps.map(({ id, label: name, state, message, note }) => (
        <li key={id} className={cn('flex items-center gap-3', state === 'waiting' && 'text-faint', state === 'failed' && 'text-danger')}>
          <span className="flex w-4 justify-center">
            {state === 'waiting' && <Circle aria-hidden className="size-2.5" />}
            {state === 'running' && <Spinner className="text-accent" />}
            {state === 'done' && <Check aria-hidden className="size-4 text-accent" />}
            {state === 'failed' && <X aria-hidden className="size-4" />}
          </span>
          <span>
            {name}
            <span className="sr-only">: {stateWords[state]}</span>
            {message !== null && <span className="block text-xs">{message}</span>}
          </span>
          {note !== undefined && <span className="ml-auto text-xs text-faint tabular-nums">{note}</span>}
        </li>
      ))}
    </ol>
  )
}
