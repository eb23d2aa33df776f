import type { Mail, MailPage, MailTransport } from '@colonnade/contracts/installation/mails'
import { Badge, Button, type Tone, EmptyState, Panel, PanelContent, PanelHeader, RelativeTime, Skeleton, toast } from '@colonnade/ui'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Mailbox } from 'lucide-react'
import { useState } from 'react'
import { ErrorNotice, messageOf } from '../../lib/error-notice.tsx'
import { MoreButton } from '../../lib/paged-list/more-button.tsx'
import { pagesOf } from '../../lib/paged-list/pages.ts'
import { LetterDialog } from './letter-dialog.tsx'
import { mailText } from './messages.ts'
import { useSendTest } from './mutations.ts'
import { mailsQuery } from './queries.ts'

/** Where mail of the installation goes, and what became of it. */
export function MailsPanel() {
  const query = useInfiniteQuery(mailsQuery)
  const mails = pagesOf(query)
  const sendTest = useSendTest()
  const first = query.data?.pages[0]
  return (
    <Panel label={mailText.title}>
      <PanelHeader
        title={mailText.title}
        description={mailText.description}
        aside={
          first &&
          first.transport !== 'none' && (
            <Button
              size="sm"
              isPending={sendTest.isPending}
              onClick={() => sendTest.mutate(undefined, { onError: (problem) => toast.error(mailText.testFailed(messageOf(problem))) })}
            >
              {mailText.sendTest}
            </Button>
          )
        }
      />
      {first === undefined ? (
        <PanelContent>{mails.error === null ? <Loading /> : <ErrorNotice error={mails.error} onRetry={mails.retry} />}</PanelContent>
      ) : (
        <>
          <PanelContent>
            <p className="text-soft">
              <Whereto page={first} />
            </p>
          </PanelContent>
          <MailList mails={mails.items ?? []} transport={first.transport} />
          {mails.hasMore && (
            <PanelContent className="flex flex-col gap-3">
              {mails.error !== null && <ErrorNotice error={mails.error} onRetry={mails.retry} />}
              <MoreButton pages={mails} size="sm" />
            </PanelContent>
          )}
        </>
      )}
    </Panel>
  )
}

function Whereto({ page: { transport, sender } }: { readonly page: MailPage }) {
  if (transport === 'smtp') return <>{mailText.smtp(sender ?? '')}</>
  if (transport === 'inbox') {
    return (
      <>
        {mailText.inbox}
        <code>COLONNADE_SMTP_URL</code>
        {mailText.between}
        <code>COLONNADE_MAIL_FROM</code>
        {mailText.and}
        <code>COLONNADE_PUBLIC_URL</code>
        {mailText.inboxEnd}
      </>
    )
  }
  return (
    <>
      <strong>{mailText.off}</strong>
      {mailText.offBefore}
      <code>COLONNADE_SMTP_URL</code>
      {mailText.and}
      <code>COLONNADE_MAIL_FROM</code>
      {mailText.offAfter}
    </>
  )
}

const states: Readonly<Record<Mail['state'], { readonly label: string; readonly tone: Tone }>> = {
  waiting: { label: mailText.waiting, tone: 'warning' },
  sent: { label: mailText.sent, tone: 'accent' },
  kept: { label: mailText.kept, tone: 'neutral' },
  failed: { label: mailText.notSent, tone: 'danger' },
}

function MailList({ mails, transport }: { readonly mails: readonly Mail[]; readonly transport: MailTransport }) {
  const [read, setRead] = useState<Mail | null>(null)
  if (mails.length === 0) {
    return (
      <EmptyState icon={<Mailbox aria-hidden />} title={mailText.emptyTitle} className="border-0">
        {transport === 'none' ? mailText.emptyOff : mailText.emptyBody}
      </EmptyState>
    )
  }
  return (
    <>
      <ul aria-label={mailText.title} className="ruled">
        {mails.map((mail) => (
          <MailRow key={mail.id} mail={mail} onRead={() => setRead(mail)} />
        ))}
      </ul>
      <LetterDialog mail={read} onClose={() => setRead(null)} />
    </>
  )
}

function MailRow({ mail, onRead }: { readonly mail: Mail; readonly onRead: () => void }) {
  const { recipient, subject, state, attempts, problem, created_at, sent_at, next_attempt_at } = mail
  return (
    <li className="flex items-center gap-3 px-4 py-3">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="min-w-0 wrap-anywhere">{subject}</span>
          <Badge tone={states[state].tone}>{states[state].label}</Badge>
        </p>
        <p className="dotted text-xs text-faint">
          <span className="wrap-anywhere">{mailText.to(recipient)}</span>
          <RelativeTime value={sent_at ?? created_at} />
          {state === 'waiting' && attempts > 0 && next_attempt_at !== null && (
            <span>
              {mailText.tried(attempts)}
              <RelativeTime value={next_attempt_at} />
            </span>
          )}
        </p>
        {problem !== null && <p className={`mt-1 text-xs wrap-anywhere ${state === 'failed' ? 'text-danger' : 'text-soft'}`}>{problem}</p>}
      </div>
      {state === 'kept' && (
        <Button size="sm" aria-label={mailText.readMessage(subject, recipient)} onClick={onRead}>
          {mailText.read}
        </Button>
      )}
    </li>
  )
}

function Loading() {
  return (
    <output aria-label={mailText.loading} className="flex flex-col gap-3">
      <Skeleton className="w-1/2" />
      <Skeleton className="h-3 w-2/3" />
    </output>
  )
}
