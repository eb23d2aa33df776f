import { Button, ErrorAlert } from '@colonnade/ui'
import { messageOf, requestIdOf } from '../../../lib/error-notice.tsx'
import { SupportLink } from '../../../lib/links/support-link.tsx'
import { settingsFailedText } from '../messages.ts'

export interface SettingsFailedProps {
  readonly projectRef: string
  readonly error: unknown
  readonly onRetry: () => void
}

export function SettingsFailed({ projectRef, error, onRetry }: SettingsFailedProps) {
  return (
    <ErrorAlert
      message={settingsFailedText}
      requestId={requestIdOf(error)}
      actions={
        <>
          <Button size="sm" onClick={onRetry}>
            Try again
          </Button>
          <SupportLink projectRef={projectRef} subject={settingsFailedText} error={messageOf(error)} />
        </>
      }
    />
  )
}
