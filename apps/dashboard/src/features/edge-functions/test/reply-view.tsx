import { Badge, CopyButton } from '@colonnade/ui'
import { formatBytes } from '../../../lib/bytes.ts'
import { CodePanel } from '../../../lib/code/code-panel.tsx'
import { durationText } from '../duration.ts'
import { toneOf } from '../logs/invocations-tab.tsx'
import { LimitOfRequest } from '../logs/limit-link.tsx'
import { RequestLines } from '../logs/request-lines.tsx'
import { useIsRecent } from '../logs/use-is-recent.ts'
import { logText, requestText } from '../messages.ts'
import { prettyBody } from './request-text.ts'
import type { TestReply } from './send-request.ts'

/** Interval between reads of the log lines, in milliseconds. */
const lookMs = 1_000

export interface ReplyViewProps {
  readonly projectRef: string
  readonly slug: string
  readonly reply: TestReply
  readonly isStopped: boolean
}

/** Shows the response so far and what the function logged for it. */
export function ReplyView({ projectRef, slug, reply, isStopped }: ReplyViewProps) {
  const { status, headers, contentType, requestId, firstMs, wholeMs, text, bytes, isCut } = reply
  const isOver = wholeMs !== null || isStopped
  return (
    <>
      <output className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Badge tone={toneOf(status)}>
          {status} {reply.statusText}
        </Badge>
        <span className="dotted text-xs text-soft tabular-nums">
          <span>{requestText.first(durationText(firstMs))}</span>
          {wholeMs === null ? (
            <span>{isStopped ? requestText.stopped : requestText.coming}</span>
          ) : (
            <span>{requestText.whole(durationText(wholeMs))}</span>
          )}
          <span>{formatBytes(bytes)}</span>
        </span>
        {status >= 500 && requestId !== null && (
          <span className="text-xs">
            <LimitOfRequest key={requestId} projectRef={projectRef} slug={slug} requestId={requestId} everyMs={lookMs} />
          </span>
        )}
      </output>
      <div className="flex min-w-0 flex-col gap-1.5">
        <h3 className="flex items-center gap-1 text-sm font-medium">
          {requestText.body}
          {text !== null && text !== '' && <CopyButton isIconOnly label={requestText.copyBody} text={text} />}
        </h3>
        {text === null ? (
          <p className="text-soft">{requestText.binary(contentType, formatBytes(bytes))}</p>
        ) : text === '' ? (
          <p className="text-soft">{isOver ? requestText.empty : requestText.waiting}</p>
        ) : (
          <CodePanel
            label={requestText.responseBody}
            language={/json/i.test(contentType) ? 'json' : 'text'}
            rows={4}
            value={isOver && !isCut ? prettyBody(text, contentType) : text}
          />
        )}
        {isCut && <p className="text-xs text-faint">{requestText.cut}</p>}
      </div>
      <details>
        <summary className="cursor-pointer rounded-sm text-sm font-medium">{requestText.headerCount(headers.length)}</summary>
        <dl className="ruled mt-2 rounded-md border bg-surface font-mono text-xs">
          {headers.map(([name, value]) => (
            <div key={name} className="flex flex-wrap gap-x-3 px-3 py-1">
              <dt className="text-soft">{name}</dt>
              <dd className="min-w-0 wrap-anywhere">{value}</dd>
            </div>
          ))}
        </dl>
      </details>
      {requestId !== null && (
        <div className="flex flex-col gap-1.5">
          <h3 className="text-sm font-medium">{logText.requestLines}</h3>
          <LinesOfReply key={requestId} projectRef={projectRef} requestId={requestId} isOver={isOver} />
        </div>
      )}
    </>
  )
}

/** Follows the log lines of a request until shortly after its response, because `waitUntil` may still log. */
function LinesOfReply({ projectRef, requestId, isOver }: { readonly projectRef: string; readonly requestId: string; readonly isOver: boolean }) {
  const isLooking = useIsRecent(isOver)
  return <RequestLines projectRef={projectRef} requestId={requestId} everyMs={isLooking ? lookMs : undefined} />
}
