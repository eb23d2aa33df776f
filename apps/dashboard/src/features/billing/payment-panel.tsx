import { Badge, Button, ConfirmDialog, Panel, PanelContent, PanelHeader, Skeleton, toast } from '@colonnade/ui'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ErrorNotice, messageOf } from '../../lib/error-notice.tsx'
import { useAddCard, useRemoveCard } from './mutations.ts'
import { cardText, isExpired } from './payment-words.ts'
import { paymentsQuery } from './queries.ts'

/** The card that invoices are charged to. Its number is typed at Stripe and nowhere here. */
export function PaymentPanel({ slug }: { readonly slug: string }) {
  const { data: report, error, refetch } = useQuery(paymentsQuery(slug))
  const add = useAddCard(slug)
  const remove = useRemoveCard(slug)
  const [isRemoving, setIsRemoving] = useState(false)
  const [now] = useState(() => new Date())
  const card = report?.card ?? null
  return (
    <Panel label="Payment method">
      <PanelHeader
        title="Payment method"
        description={
          card === null ? 'A card that invoices are charged to from the next one on.' : 'Invoices are charged to this card when they are made.'
        }
        aside={
          report && (
            <div className="flex gap-2">
              {card !== null && (
                <Button size="sm" onClick={() => setIsRemoving(true)}>
                  Remove
                </Button>
              )}
              <Button
                size="sm"
                isPending={add.isPending}
                onClick={() => add.mutate(undefined, { onError: (problem) => toast.error(`Stripe could not be opened: ${messageOf(problem)}`) })}
              >
                {card === null ? 'Add a card' : 'Replace'}
              </Button>
            </div>
          )
        }
      />
      <PanelContent className="flex flex-col gap-2">
        {report === undefined && error === null && (
          <output aria-label="Loading the payment method">
            <Skeleton className="w-2/3" />
          </output>
        )}
        {report === undefined && error !== null && <ErrorNotice error={error} onRetry={() => void refetch()} />}
        {report !== undefined && (
          <p className="flex flex-wrap items-center gap-2">
            {card === null ? (
              <span className="text-soft">There is none: invoices are paid one by one, or as agreed with the owner of this installation.</span>
            ) : (
              <>
                <span>{cardText(card)}</span>
                <span className="text-soft tabular-nums">
                  good until {String(card.exp_month).padStart(2, '0')}/{card.exp_year}
                </span>
                {isExpired(card, now) && <Badge tone="danger">Expired</Badge>}
              </>
            )}
            {report.mode === 'test' && <Badge tone="warning">Test mode: no money moves</Badge>}
          </p>
        )}
        <p className="text-xs text-faint">Cards are kept by Stripe. You type yours on its pages, and it never comes here.</p>
      </PanelContent>
      {card !== null && (
        <ConfirmDialog
          isOpen={isRemoving}
          onOpenChange={setIsRemoving}
          title="Remove the card?"
          description={`${cardText(card)} is taken away here and at Stripe. Invoices are not charged any more, and are to be paid one by one.`}
          isDanger
          confirmLabel="Remove the card"
          onConfirm={async () => {
            await remove.mutateAsync()
            toast.success('Card removed')
          }}
        />
      )}
    </Panel>
  )
}
