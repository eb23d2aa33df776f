import type { AuthMailDetails } from '@colonnade/contracts/auth/auth-mails'
import { isAppError } from '@colonnade/core'
import { Badge, Button, Loading, RelativeTime, relativeTimeText, Skeleton } from '@colonnade/ui'
import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { ErrorNotice } from '../../lib/error-notice.tsx'
import { AppLink } from '../../lib/links/app-link.tsx'
import { GonePanel } from '../../lib/object-page/gone-panel.tsx'
import { SidePanel } from '../../lib/panels/side-panel.tsx'
import { paths } from '../../paths.ts'
import { MailContent } from './mail-content.tsx'
import { kindText, mail as texts, states } from './messages.ts'
import { mailQuery } from './queries.ts'

export interface MailPanelProps {
  readonly projectRef: string
  readonly id: string
  readonly onClose: () => void
  /** Whether it links to its user. */
  readonly hasUserLink?: boolean
}

/** One mail in a panel. */
export function MailPanel({ projectRef, id, onClose, hasUserLink = true }: MailPanelProps) {
  const { data, error, refetch } = useQuery(mailQuery(projectRef, id))
  if (isAppError(error, 'mail_not_found')) return <GonePanel onClose={onClose}>{texts.gone}</GonePanel>
  return (
    <SidePanel title={data?.subject ?? texts.title} size="wide" onClose={onClose} footer={<Button onClick={onClose}>{texts.close}</Button>}>
      <div className="flex flex-col gap-4 p-4">
        {data === undefined ? (
          error === null ? (
            <Loading label={texts.loading}>
              <Skeleton className="h-40 w-full" />
            </Loading>
          ) : (
            <ErrorNotice error={error} onRetry={() => void refetch()} />
          )
        ) : (
          <>
            <Facts mail={data} userHref={hasUserLink && data.user_id !== null ? paths.project.user(projectRef, data.user_id) : null} />
            {data.content === null ? <p className="text-soft">{texts.forgotten[data.state]}</p> : <MailContent mail={data} content={data.content} />}
          </>
        )}
      </div>
    </SidePanel>
  )
}

function Facts({ mail, userHref }: { readonly mail: AuthMailDetails; readonly userHref: string | null }) {
  const { to, kind, state, attempts, problem, created_at: createdAt, sent_at: sentAt, next_attempt_at: nextAt } = mail
  const [now] = useState(() => Date.now())
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1.5 wrap-anywhere">
      <Line term={texts.to}>
        <span className="flex flex-wrap gap-x-3">
          {to}
          {userHref !== null && (
            <AppLink href={userHref} className="text-accent underline underline-offset-2">
              {texts.openUser}
            </AppLink>
          )}
        </span>
      </Line>
      <Line term={texts.kind}>{kindText(kind)}</Line>
      <Line term={texts.state}>
        <Badge tone={states[state].tone}>{states[state].label}</Badge>
      </Line>
      <Line term={texts.created}>
        <RelativeTime value={createdAt} />
      </Line>
      {sentAt !== null && (
        <Line term={texts.sent}>
          <RelativeTime value={sentAt} />
        </Line>
      )}
      {attempts > 0 && <Line term={texts.attempts}>{attempts}</Line>}
      {nextAt !== null && <Line term={texts.next}>{relativeTimeText(Date.parse(nextAt), now)}</Line>}
      {problem !== null && (
        <Line term={texts.problem}>
          <span className={state === 'failed' ? 'text-danger' : undefined}>{problem}</span>
        </Line>
      )}
    </dl>
  )
}

function Line({ term, children }: { readonly term: string; readonly children: ReactNode }) {
  return (
    <>
      <dt className="text-faint">{term}</dt>
      <dd>{children}</dd>
    </>
  )
}
