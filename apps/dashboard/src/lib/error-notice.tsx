import { isAppError } from '@colonnade/core'
import { Button, cn, ErrorAlert } from '@colonnade/ui'
import { SupportLink } from './links/support-link.tsx'
import { isUnanswered } from './late/unanswered.ts'

export interface ErrorNoticeProps {
  readonly error: unknown
  /** What failed, as the support form's subject: "Failed to load branches". */
  readonly subject?: string | undefined
  /** The project, where the address does not say it. */
  readonly projectRef?: string | undefined
  /** Tries again. */
  readonly onRetry?: () => void
  readonly className?: string
}

/**
 * A failed call, as an alert. A refusal explains itself; anything else comes with advice and the way to support. While the connection is lost, one
 * notice above the page says so, and this only holds the place of what loads when it is back.
 */
export function ErrorNotice({ error, subject, projectRef, onRetry, className }: ErrorNoticeProps) {
  if (isUnanswered(error)) return <p className={cn('text-soft', className)}>Loads when the connection is back.</p>
  const message = messageOf(error)
  const needsHelp = !isRefusal(error)
  return (
    <ErrorAlert
      message={message}
      requestId={requestIdOf(error)}
      {...(!needsHelp && { advice: adviceOf(error) })}
      {...((needsHelp || onRetry) && {
        actions: (
          <>
            {onRetry && (
              <Button size="sm" onClick={onRetry}>
                Try again
              </Button>
            )}
            {needsHelp && <SupportLink projectRef={projectRef} subject={subject} error={message} />}
          </>
        ),
      })}
      {...(className !== undefined && { className })}
    />
  )
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/**
 * Of something that somebody did: "Failed to end the session: …", where `what` is "end the session". What has no answer may be done all the
 * same, and says so itself.
 */
export function failureText(what: string, error: unknown): string {
  return isAppError(error, 'unavailable') && error.details['may_be_done'] === true ? error.message : `Failed to ${what}: ${messageOf(error)}`
}

export function requestIdOf(error: unknown): string | undefined {
  // a refusal explains itself; only what the server got wrong is looked up in its log
  const id = isAppError(error) && error.status >= 500 ? error.details['request_id'] : undefined
  return typeof id === 'string' ? id : undefined
}

/** The server understood and said no, or not now: refreshing the page changes nothing. */
function isRefusal(error: unknown): boolean {
  return isAppError(error) && error.status < 500
}

/** What helps where the refusal does not say it itself. */
function adviceOf(error: unknown): string | null {
  if (!isAppError(error, 'project_not_active')) return null
  return error.details['status'] === 'INACTIVE' ? 'Restore it, then try again.' : 'Try again when it’s active.'
}
