import type { Mail, MailPage, MailTransport } from '@colonnade/contracts/installation/mails'
import { Badge, Button, type Tone, EmptyState, Panel, PanelContent, PanelHeader, RelativeTime, Skeleton, toast } from '@colonnade/ui'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Mailbox } from 'lucide-react'
import { useState } from 'react'
import { ErrorNotice, messageOf } from '../../lib/error-notice.tsx'
import { MoreButton } from '../../lib/paged-list/more-button.tsx'
import { pagesOf } from '../../lib/paged-list/pages.ts'
import { LetterDialog } from './letter-dialog.tsx'
import { useSendTest } from './mutations.ts'
import { mailsQuery } from './queries.ts'

/** Where mail of the installation goes, and what became of it. */
export function MailsPanel() {
  const query = useInfiniteQuery(mailsQuery)
  const mails = pagesOf(query)
  const sendTest = useSendTest()
  const first = query.data?.pages[0]
  return (
    <Panel label="Mail">
      <PanelHeader
        title="Mail"
        description="Invitations, links for new passwords, and what else people are told."
        aside={
          first &&
          first.transport !== 'none' && (
            <Button
              size="sm"
              isPending={sendTest.isPending}
              onClick={() => sendTest.mutate(undefined, { onError: (problem) => toast.error(`No test was sent: ${messageOf(problem)}`) })}
            >
              Send a test to me
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
  if (transport === 'smtp') return <>Sent from {sender} through the configured server. What a letter says is forgotten when it was sent.</>
  if (transport === 'inbox') {
    return (
      <>
        No mail leaves this machine: letters are kept here, and you read them in place of the people they are for. Set <code>COLONNADE_SMTP_URL</code>
        , <code>COLONNADE_MAIL_FROM</code> and <code>COLONNADE_PUBLIC_URL</code> to send them.
      </>
    )
  }
  return (
    <>
      <strong>No mail is sent.</strong> Set <code>COLONNADE_SMTP_URL</code> and <code>COLONNADE_MAIL_FROM</code>, so that people can replace forgotten
      passwords and get their invitations. What waits below is sent then, as long as it is of use.
    </>
  )
}

const states: Readonly<Record<Mail['state'], { readonly label: string; readonly tone: Tone }>> = {
  waiting: { label: 'Waiting', tone: 'warning' },
  sent: { label: 'Sent', tone: 'accent' },
  kept: { label: 'Kept', tone: 'neutral' },
  failed: { label: 'Not sent', tone: 'danger' },
}

function MailList({ mails, transport }: { readonly mails: readonly Mail[]; readonly transport: MailTransport }) {
  const [read, setRead] = useState<Mail | null>(null)
  if (mails.length === 0) {
    return (
      <EmptyState icon={<Mailbox aria-hidden />} title="No mail yet" className="border-0">
        {transport === 'none' ? 'Nobody was told anything by mail.' : 'A test shows whether mail arrives.'}
      </EmptyState>
    )
  }
  return (
    <>
      <ul aria-label="Mail" className="ruled">
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
          <span className="wrap-anywhere">to {recipient}</span>
          <RelativeTime value={sent_at ?? created_at} />
          {state === 'waiting' && attempts > 0 && next_attempt_at !== null && (
            <span>
              tried {attempts === 1 ? 'once' : `${attempts} times`}, again <RelativeTime value={next_attempt_at} />
            </span>
          )}
        </p>
        {problem !== null && <p className={`mt-1 text-xs wrap-anywhere ${state === 'failed' ? 'text-danger' : 'text-soft'}`}>{problem}</p>}
      </div>
      {state === 'kept' && (
        <Button size="sm" aria-label={`Read “${subject}” to ${recipient}`} onClick={onRead}>
          Read
        </Button>
      )}
    </li>
  )
}

function Loading() {
  return (
    <output aria-label="Loading mail" className="flex flex-col gap-3">
      <Skeleton className="w-1/2" />
      <Skeleton className="h-3 w-2/3" />
    </output>
  )
}
