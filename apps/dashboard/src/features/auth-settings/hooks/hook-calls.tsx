import type { AuthHookCall } from '@colonnade/contracts/auth/auth-hook-calls'
import type { HookName } from '@colonnade/contracts/auth/message-fields'
import { Badge, RelativeTime, type Tone } from '@colonnade/ui'
import { useQuery } from '@tanstack/react-query'
import { ErrorNotice } from '../../../lib/error-notice.tsx'
import { formatDuration } from '../../../lib/texts/duration.ts'
import { hookCallsText } from './messages.ts'
import { hookCallsQuery } from './queries.ts'

const outcomes: Readonly<Record<AuthHookCall['outcome'], { readonly label: string; readonly tone: Tone }>> = {
  done: { label: hookCallsText.done, tone: 'accent' },
  refused: { label: hookCallsText.refused, tone: 'warning' },
  failed: { label: hookCallsText.failed, tone: 'danger' },
}

/** The latest calls of a hook. */
export function HookCalls({ projectRef, hook }: { readonly projectRef: string; readonly hook: HookName }) {
  const { data, error, refetch } = useQuery(hookCallsQuery(projectRef))
  const calls = data?.items.filter((call) => call.hook === hook)
  return (
    <section aria-label={hookCallsText.latestCalls} className="border-t">
      <h2 className="px-4 pt-4 pb-2 text-sm font-semibold">{hookCallsText.latestCalls}</h2>
      {error !== null && <ErrorNotice error={error} className="mx-4 mb-4" onRetry={() => void refetch()} />}
      {calls?.length === 0 && <p className="px-4 pb-4 text-xs text-faint">{hookCallsText.noneSinceColonnadeStarted}</p>}
      <ul className="divide-y">
        {calls?.map(({ at, outcome, problem, duration_ms: ms, attempts, is_test: isTest }, index) => (
          <li key={`${at} ${index}`} className="flex items-start gap-3 px-4 py-2 text-xs">
            <Badge tone={outcomes[outcome].tone}>{outcomes[outcome].label}</Badge>
            {isTest && <Badge>{hookCallsText.test}</Badge>}
            <div className="min-w-0 flex-1">
              <p className="dotted text-faint">
                <span>
                  <RelativeTime value={at} />
                </span>
                <span className="tabular-nums">{formatDuration(ms)}</span>
                {attempts > 1 && <span>{hookCallsText.attempts(attempts)}</span>}
              </p>
              {problem !== null && <p className="wrap-anywhere">{problem}</p>}
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
