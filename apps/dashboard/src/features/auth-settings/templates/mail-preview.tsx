import { Panel } from '@colonnade/ui'
import { MailFrame } from '../../../lib/mails/mail-frame.tsx'
import { mailPreviewText } from './messages.ts'

export interface MailPreviewProps {
  readonly from: string
  readonly to: string
  /** Null while the template can't be rendered. */
  readonly subject: string | null
  readonly html: string | null
}

/** A mail as its reader sees it. */
export function MailPreview({ from, to, subject, html }: MailPreviewProps) {
  return (
    <Panel label={mailPreviewText.preview}>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-0.5 px-3 py-2 text-xs wrap-anywhere">
        <dt className="text-faint">{mailPreviewText.from}</dt>
        <dd>{from}</dd>
        <dt className="text-faint">{mailPreviewText.to}</dt>
        <dd>{to}</dd>
        <dt className="text-faint">{mailPreviewText.subject}</dt>
        <dd className="font-medium">{subject ?? '—'}</dd>
      </dl>
      {html === null ? (
        <p className="px-3 py-6 text-center text-xs text-faint">{mailPreviewText.previewAppearsAgainWhen}</p>
      ) : (
        <MailFrame title={mailPreviewText.bodyEmail} html={html} />
      )}
    </Panel>
  )
}
