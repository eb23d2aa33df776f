import type { Mail, MailContent } from '@colonnade/contracts/installation/mails'
import { CopyButton, Dialog, Skeleton } from '@colonnade/ui'
import { useQuery } from '@tanstack/react-query'
import { ErrorNotice } from '../../lib/error-notice.tsx'
import { messageText } from './messages.ts'
import { mailContentQuery } from './queries.ts'

/** A letter that was kept, as it would have been sent. */
export function LetterDialog({ mail, onClose }: { readonly mail: Mail | null; readonly onClose: () => void }) {
  return (
    <Dialog
      isOpen={mail !== null}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={mail?.subject ?? ''}
      {...(mail && { description: <span className="wrap-anywhere">{messageText.to(mail.recipient)}</span> })}
    >
      {mail && <Letter id={mail.id} />}
    </Dialog>
  )
}

function Letter({ id }: { readonly id: string }) {
  const { data: content, error, refetch } = useQuery(mailContentQuery(id))
  if (content === undefined) return error ? <ErrorNotice error={error} onRetry={() => void refetch()} /> : <Skeleton className="w-2/3" />
  return (
    <div className="flex flex-col gap-3 wrap-anywhere">
      {content.paragraphs.map((paragraph, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- the text of a letter never changes
        <p key={index}>{paragraph}</p>
      ))}
      {content.action && <Action action={content.action} />}
    </div>
  )
}

/** The link is shown, not followed: it is meant for another browser than the owner's. */
function Action({ action: { label, path } }: { readonly action: NonNullable<MailContent['action']> }) {
  const url = window.location.origin + path
  return (
    <div className="flex flex-col gap-1">
      <span className="font-medium">{label}</span>
      <div className="flex items-start justify-between gap-2 rounded-md border bg-sunken px-3 py-2">
        <code className="min-w-0 text-xs wrap-anywhere">{url}</code>
        <CopyButton text={url} label={messageText.copyLink} isIconOnly />
      </div>
    </div>
  )
}
