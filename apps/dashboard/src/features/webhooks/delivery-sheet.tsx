import type { Webhook, WebhookDelivery } from '@colonnade/contracts/organizations/webhooks'
import { Badge, Button, CodeBlock, EmptyState, RelativeTime, Sheet, Skeleton, toast, type Tone } from '@colonnade/ui'
import { useInfiniteQuery } from '@tanstack/react-query'
import { ChevronRight, Inbox } from 'lucide-react'
import { useState } from 'react'
import { messageOf } from '../../lib/error-notice.tsx'
import { PagedList } from '../../lib/paged-list/paged-list.tsx'
import { pagesOf } from '../../lib/paged-list/pages.ts'
import { deliveryText } from './messages.ts'
import { useResend, useTestWebhook } from './mutations.ts'
import { deliveriesQuery } from './queries.ts'

const states: Readonly<Record<WebhookDelivery['state'], { readonly label: string; readonly tone: Tone }>> = {
  delivered: { label: deliveryText.delivered, tone: 'accent' },
  waiting: { label: deliveryText.waiting, tone: 'warning' },
  failed: { label: deliveryText.failed, tone: 'danger' },
}

export interface DeliverySheetProps {
  readonly slug: string
  readonly webhook: Pick<Webhook, 'id' | 'url'>
  readonly onClose: () => void
}

/** Shows the deliveries to a webhook and their responses. */
export function DeliverySheet({ slug, webhook: { id, url }, onClose }: DeliverySheetProps) {
  const pages = pagesOf(useInfiniteQuery(deliveriesQuery(slug, id)))
  const test = useTestWebhook(slug, id)
  const sendTest = () => test.mutate(undefined, { onError: (problem) => toast.error(messageOf(problem)) })
  return (
    <Sheet isOpen onOpenChange={onClose} title={deliveryText.title(new URL(url).host)} className="w-[40rem]">
      <div className="flex min-h-0 flex-1 flex-col gap-3 overflow-y-auto p-4">
        <div className="flex flex-wrap items-center justify-between gap-2">
          <p className="text-xs text-faint">{deliveryText.retention}</p>
          <Button size="sm" isPending={test.isPending} onClick={sendTest}>
            {deliveryText.sendTest}
          </Button>
        </div>
        <PagedList
          pages={pages}
          label={deliveryText.list}
          skeleton={<Skeleton className="h-16 w-full rounded-md" />}
          empty={
            <EmptyState icon={<Inbox aria-hidden />} title={deliveryText.emptyTitle}>
              {deliveryText.emptyBody}
            </EmptyState>
          }
          moreLabel={deliveryText.showOlder}
        >
          {(items) => (
            <ul aria-label={deliveryText.label} className="ruled rounded-lg border bg-surface">
              {items.map((delivery) => (
                <DeliveryRow key={delivery.id} slug={slug} webhookId={id} delivery={delivery} />
              ))}
            </ul>
          )}
        </PagedList>
      </div>
    </Sheet>
  )
}

interface DeliveryRowProps {
  readonly slug: string
  readonly webhookId: string
  readonly delivery: WebhookDelivery
}

function DeliveryRow({ slug, webhookId, delivery }: DeliveryRowProps) {
  const {
    id,
    event,
    state,
    attempts,
    created_at: createdAt,
    next_attempt_at: next,
    duration_ms: duration,
    status,
    answer,
    problem,
    payload,
  } = delivery
  const [isOpen, setIsOpen] = useState(false)
  const resend = useResend(slug, webhookId)
  const { label, tone } = states[state]
  return (
    <li className="px-3 py-2">
      <div className="flex items-start gap-2">
        <button
          type="button"
          aria-expanded={isOpen}
          className="flex min-w-0 flex-1 flex-col gap-0.5 rounded-sm text-left"
          onClick={() => setIsOpen(!isOpen)}
        >
          <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <ChevronRight aria-hidden className={isOpen ? 'size-3 rotate-90' : 'size-3'} />
            <span className="font-mono text-xs wrap-anywhere">{event}</span>
            <Badge tone={tone}>{label}</Badge>
            {status !== null && <span className="text-xs text-faint tabular-nums">{status}</span>}
          </span>
          {problem !== null && <span className={`pl-5 text-xs wrap-anywhere ${state === 'failed' ? 'text-danger' : 'text-soft'}`}>{problem}</span>}
        </button>
        <Button
          size="sm"
          aria-label={deliveryText.resendEvent(event)}
          isPending={resend.isPending}
          onClick={() => resend.mutate(id, { onError: (error) => toast.error(messageOf(error)) })}
        >
          {deliveryText.resend}
        </Button>
      </div>
      <p className="mt-0.5 ml-5 dotted text-xs text-faint">
        <RelativeTime value={createdAt} />
        {attempts > 1 && <span>{deliveryText.attempts(attempts)}</span>}
        {duration !== null && <span className="tabular-nums">{deliveryText.duration(duration)}</span>}
        {next !== null && attempts > 0 && (
          <span>{deliveryText.nextAttempt(new Date(next).toLocaleTimeString(undefined, { timeStyle: 'short' }))}</span>
        )}
      </p>
      {isOpen && (
        <div className="mt-2 flex flex-col gap-2">
          <CodeBlock label={deliveryText.payload} code={JSON.stringify(JSON.parse(payload), null, 2)} isWrapped />
          {answer !== null && answer !== '' && (
            <>
              <p className="text-xs text-soft">{deliveryText.response}</p>
              <CodeBlock label={deliveryText.responseCode} code={answer} isWrapped />
            </>
          )}
        </div>
      )}
    </li>
  )
}
