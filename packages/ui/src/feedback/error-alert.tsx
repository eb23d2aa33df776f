import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { CopyButton } from '../actions/copy-button.tsx'
import { cn } from '../class-names.ts'
import { handFocusOn } from '../overlays/focus-place.ts'
import { errorTitle, refreshAdvice } from './error-text.ts'

export interface ErrorAlertProps {
  readonly message: string
  /** What to do instead of the general advice; null for none. */
  readonly advice?: ReactNode
  /** Names the failed request in the server's log. */
  readonly requestId?: string | undefined
  /** Buttons or links: try again, contact support. */
  readonly actions?: ReactNode
  readonly className?: string
}

/** At the end of a long form it would stand where nobody looks who has pressed the button below it; its own button goes with it. */
function showInDialog(alert: HTMLElement | null): (() => void) | undefined {
  if (alert?.closest('[role=dialog]')) alert.scrollIntoView({ block: 'nearest' })
  return handFocusOn(alert)
}

export function ErrorAlert({ message, advice = refreshAdvice, requestId, actions, className }: ErrorAlertProps) {
  return (
    <div
      ref={showInDialog}
      role="alert"
      className={cn('flex gap-3 rounded-md border border-danger/40 bg-danger-tint px-3 py-2.5 text-left', className)}
    >
      <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-danger" />
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        <p className="font-medium break-words">{errorTitle(message)}</p>
        {advice !== null && <p className="text-soft">{advice}</p>}
        {requestId !== undefined && (
          <p className="flex items-center gap-1 text-xs text-faint">
            Request <span className="font-mono">{requestId}</span>
            <CopyButton text={requestId} label="Copy request id" isIconOnly />
          </p>
        )}
        {actions !== undefined && <div className="mt-1 flex flex-wrap gap-2">{actions}</div>}
      </div>
    </div>
  )
}
