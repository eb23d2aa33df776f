import { Badge, Button, ConfirmDialog, Panel, PanelContent, PanelHeader, Skeleton, toast } from '@colonnade/ui'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ErrorNotice, messageOf } from '../../lib/error-notice.tsx'
import { cardText } from './messages.ts'
import { useAddCard, useRemoveCard } from './mutations.ts'
import { cardName, isExpired } from './payment-words.ts'
import { paymentsQuery } from './queries.ts'

/** The card that invoices are charged to. Stripe’s pages take its number. */
export function PaymentPanel({ slug }: { readonly slug: string }) {
  const { data: report, error, refetch } = useQuery(paymentsQuery(slug))
  const add = useAddCard(slug)
  const remove = useRemoveCard(slug)
  const [isRemoving, setIsRemoving] = useState(false)
  const [now] = useState(() => new Date())
  const card = report?.card ?? null
  return (
    <Panel label={cardText.title}>
      <PanelHeader
        title={cardText.title}
        description={card === null ? cardText.withoutCard : cardText.withCard}
        aside={
          report && (
            <div className="flex gap-2">
              {card !== null && (
                <Button size="sm" onClick={() => setIsRemoving(true)}>
                  {cardText.remove}
                </Button>
              )}
              <Button
                size="sm"
                isPending={add.isPending}
                onClick={() => add.mutate(undefined, { onError: (problem) => toast.error(cardText.openFailed(messageOf(problem))) })}
              >
                {card === null ? cardText.add : cardText.replace}
              </Button>
            </div>
          )
        }
      />
      <PanelContent className="flex flex-col gap-2">
        {report === undefined && error === null && (
          <output aria-label={cardText.loading}>
            <Skeleton className="w-2/3" />
          </output>
        )}
        {report === undefined && error !== null && <ErrorNotice error={error} onRetry={() => void refetch()} />}
        {report !== undefined && (
          <p className="flex flex-wrap items-center gap-2">
            {card === null ? (
              <span className="text-soft">{cardText.none}</span>
            ) : (
              <>
                <span>{cardName(card)}</span>
                <span className="text-soft tabular-nums">{cardText.validUntil(`${String(card.exp_month).padStart(2, '0')}/${card.exp_year}`)}</span>
                {isExpired(card, now) && <Badge tone="danger">{cardText.expired}</Badge>}
              </>
            )}
            {report.mode === 'test' && <Badge tone="warning">{cardText.testMode}</Badge>}
          </p>
        )}
        <p className="text-xs text-faint">{cardText.note}</p>
      </PanelContent>
      {card !== null && (
        <ConfirmDialog
          isOpen={isRemoving}
          onOpenChange={setIsRemoving}
          title={cardText.removeQuestion}
          description={cardText.removeDescription(cardName(card))}
          isDanger
          confirmLabel={cardText.removeConfirm}
          onConfirm={async () => {
            await remove.mutateAsync()
            toast.success(cardText.removed)
          }}
        />
      )}
    </Panel>
  )
}
