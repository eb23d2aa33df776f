import { isAppError } from '@colonnade/core'
import { Button, ErrorAlert } from '@colonnade/ui'

export interface ErrorNoticeProps {
  readonly error: unknown
  /** Tries again. */
  readonly onRetry?: () => void
  readonly className?: string
}

/** A failed call, as an alert. */
export function ErrorNotice({ error, onRetry, className }: ErrorNoticeProps) {
  const requestId = requestIdOf(error)
  return (
    <ErrorAlert
      message={messageOf(error)}
      requestId={requestId}
      {...(isAppError(error) && !error.retryable && { advice: null })}
      {...(onRetry && {
        actions: (
          <Button size="sm" onClick={onRetry}>
            Try again
          </Button>
        ),
      })}
      {...(className !== undefined && { className })}
    />
  )
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

export function requestIdOf(error: unknown): string | undefined {
  // a refusal explains itself; only what the server got wrong is looked up in its log
  const id = isAppError(error) && error.status >= 500 ? error.details['request_id'] : undefined
  return typeof id === 'string' ? id : undefined
}
