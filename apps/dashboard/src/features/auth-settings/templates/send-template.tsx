import type { AuthMailKind, AuthMailTemplateTest } from '@colonnade/contracts/auth/auth-mails'
import { Button } from '@colonnade/ui'
import { useMutation } from '@tanstack/react-query'
import { ErrorNotice } from '../../../lib/error-notice.tsx'
import { AppLink } from '../../../lib/links/app-link.tsx'
import { paths } from '../../../paths.ts'
import { dataApi } from '../../../scope/data-client.ts'
import { MailRefusal } from '../kit/mail-refusal.tsx'
import { sendTexts } from './messages.ts'

export interface SendTemplateProps {
  readonly projectRef: string
  readonly kind: AuthMailKind
  readonly subject: string
  readonly body: string
  /** Whether the template is complete. */
  readonly isReady: boolean
}

/** Sends members what they have written, to their own address, and shows how it went. */
export function SendTemplate({ projectRef, kind, subject, body, isReady }: SendTemplateProps) {
  const send = useMutation({
    mutationFn: (draft: AuthMailTemplateTest) => dataApi.authMails.testTemplate({ params: { ref: projectRef }, body: draft }),
  })
  return (
    <section aria-label={sendTexts.title} className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <Button isPending={send.isPending} disabled={!isReady} onClick={() => send.mutate({ kind, subject, body })}>
          {sendTexts.send}
        </Button>
        <p className="min-w-0 flex-1 basis-56 text-xs text-faint">{sendTexts.hint}</p>
      </div>
      <output className="empty:hidden">
        {send.data?.outcome === 'sent' && <p className="text-accent">{sendTexts.sent(send.data.to)}</p>}
        {send.data?.outcome === 'kept' && (
          <p>
            {sendTexts.kept}{' '}
            <AppLink href={paths.project.authEmails(projectRef)} className="underline underline-offset-2">
              {sendTexts.openInbox}
            </AppLink>
          </p>
        )}
      </output>
      {send.data !== undefined && send.data.outcome !== 'sent' && send.data.outcome !== 'kept' && (
        <MailRefusal outcome={send.data.outcome} problem={send.data.problem} />
      )}
      {send.error !== null && <ErrorNotice error={send.error} />}
    </section>
  )
}
