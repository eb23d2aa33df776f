import type { AuthMail } from '@colonnade/contracts/auth/auth-mails'
import { Badge, relativeTimeText } from '@colonnade/ui'
import { useState } from 'react'
import { PlainTime } from '../../lib/lists/plain-time.tsx'
import { kindText, list, states } from './messages.ts'

/** One mail of a list, which opens it. */
export function MailRow({ mail, onOpen }: { readonly mail: AuthMail; readonly onOpen: () => void }) {
  const { to, subject, kind, state, attempts, problem, created_at: createdAt, sent_at: sentAt, next_attempt_at: nextAt } = mail
  const [now] = useState(() => Date.now())
  return (
    <li className="group/row">
      <button
        type="button"
        className="flex w-full flex-col gap-1 px-4 py-2.5 text-left -outline-offset-2 transition-colors group-first/row:rounded-t-lg group-last/row:rounded-b-lg hover:bg-hover"
        onClick={onOpen}
      >
        <span className="flex w-full items-start gap-2">
          <span className="min-w-0 flex-1 font-medium wrap-anywhere">{subject}</span>
          <Badge tone={states[state].tone}>{states[state].label}</Badge>
        </span>
        <span className="dotted text-xs text-faint">
          <span className="wrap-anywhere">{to}</span>
          <span>{kindText(kind)}</span>
          <PlainTime value={sentAt ?? createdAt} />
          {nextAt !== null && attempts > 0 && <span>{list.retries(attempts, relativeTimeText(Date.parse(nextAt), now))}</span>}
        </span>
        {problem !== null && <span className={`text-xs wrap-anywhere ${state === 'failed' ? 'text-danger' : 'text-soft'}`}>{problem}</span>}
      </button>
    </li>
  )
}
