import { ErrorNotice } from '../../../lib/error-notice.tsx'
import { AppLink } from '../../../lib/links/app-link.tsx'
import { Notice } from '../../../lib/texts/notice.tsx'
import { addressOf, pages } from '../../../paths.ts'
import { apiOffText, settingsFailedText, settingsLinkText, withoutKeysText } from '../messages.ts'
import type { useDocs } from '../use-docs.ts'

export interface DocsNoticesProps {
  readonly projectRef: string
  readonly docs: Pick<ReturnType<typeof useDocs>, 'isOff' | 'mayRead' | 'settings'>
}

/** Why requests as they are shown here would be refused. */
export function DocsNotices({ projectRef, docs: { isOff, mayRead, settings } }: DocsNoticesProps) {
  return (
    <>
      {isOff && (
        <Notice tone="warning">
          {apiOffText}{' '}
          <AppLink href={addressOf(pages.settings.api, { ref: projectRef })} className="text-accent underline">
            {settingsLinkText}
          </AppLink>
        </Notice>
      )}
      {!mayRead && <Notice tone="warning">{withoutKeysText}</Notice>}
      {settings.error !== null && settings.data === undefined && (
        <ErrorNotice error={settings.error} subject={settingsFailedText} onRetry={() => void settings.refetch()} />
      )}
    </>
  )
}
