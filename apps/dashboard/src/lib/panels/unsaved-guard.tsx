import { Button, Dialog } from '@colonnade/ui'
import { useBlocker } from '@tanstack/react-router'
import { useCallback, useRef } from 'react'

/** A place in the dashboard: its path, and its search parameters as the router reads them. */
export interface Place {
  readonly pathname: string
  readonly search: unknown
}

export interface UnsavedGuardProps {
  readonly isDirty: boolean
  /** Which way away from here loses the work. Without it, every one does. Must be a stable function. */
  readonly isLoss?: (current: Place, next: Place) => boolean
  readonly title?: string
  readonly text?: string
}

/**
 * Asks before unsaved work is thrown away: by Esc, by a link, by the browser's back button, by closing the page. Whoever has saved goes on
 * with `ignoreBlocker` (`onDone` of a panel) and is not asked.
 */
export function UnsavedGuard({
  isDirty,
  isLoss = always,
  title = 'Discard unsaved changes?',
  text = 'Your changes here aren’t saved yet.',
}: UnsavedGuardProps) {
  const stay = useRef<HTMLButtonElement>(null)
  const shouldBlockFn = useCallback(
    ({ current, next }: { readonly current: Place; readonly next: Place }) => isDirty && isLoss(current, next),
    [isDirty, isLoss],
  )
  const blocker = useBlocker({ shouldBlockFn, enableBeforeUnload: isDirty, disabled: !isDirty, withResolver: true })
  const isAsking = blocker.status === 'blocked'
  return (
    <Dialog
      isOpen={isAsking}
      onOpenChange={(isOpen) => !isOpen && blocker.reset?.()}
      title={title}
      description={text}
      initialFocus={stay}
      footer={
        <>
          <Button ref={stay} onClick={() => blocker.reset?.()}>
            Keep editing
          </Button>
          <Button variant="danger" onClick={() => blocker.proceed?.()}>
            Discard
          </Button>
        </>
      }
    />
  )
}

const always = () => true
