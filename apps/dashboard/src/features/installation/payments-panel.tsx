import type { InstallationPayments } from '@colonnade/contracts'
import { Badge, CopyButton, Panel, PanelContent, PanelHeader, RelativeTime, Skeleton, Table, TableCell, TableHead } from '@colonnade/ui'
import { useQuery } from '@tanstack/react-query'
import { ErrorNotice } from '../../lib/error-notice.tsx'
import { countText } from '../../lib/lists/count-text.ts'
import { installationPaymentsQuery } from './queries.ts'

/** Whether cards are charged, what was heard of that last, and what failed. */
export function PaymentsPanel() {
  const { data: report, error, refetch } = useQuery(installationPaymentsQuery)
  return (
    <Panel label="Payments">
      <PanelHeader
        title="Payments"
        description="How organizations pay their invoices."
        aside={
          report?.provider && (
            <Badge tone={report.provider.mode === 'test' ? 'warning' : 'accent'}>
              Stripe, {report.provider.mode === 'test' ? 'test' : 'live'} mode
            </Badge>
          )
        }
      />
      <PanelContent className="flex flex-col gap-3">
        {report ? <Report report={report} /> : error ? <ErrorNotice error={error} onRetry={() => void refetch()} /> : <Loading />}
      </PanelContent>
    </Panel>
  )
}

function Report({ report }: { readonly report: InstallationPayments }) {
  const { provider, problem, problem_since: since, last_event: last, cards, troubles } = report
  if (provider === null) {
    return (
      <p className="text-soft">
        By hand: you open an invoice below, and mark it as paid or void. Set <code>COLONNADE_STRIPE_SECRET_KEY</code> and{' '}
        <code>COLONNADE_STRIPE_WEBHOOK_SECRET</code> to have cards charged by Stripe.
      </p>
    )
  }
  const webhook = window.location.origin + provider.webhook_path
  return (
    <>
      {problem !== null && (
        <p role="alert" className="rounded-md border border-danger/30 bg-danger-tint px-3 py-2 text-sm wrap-anywhere">
          {problem}. It began {since !== null && <RelativeTime value={since} />}, and is tried again every minute.
        </p>
      )}
      <p className="wrap-anywhere">
        {countText(cards, cards, 'organization')} {cards === 1 ? 'has' : 'have'} a card{provider.address !== null && <> at {provider.address}</>}.
        {provider.mode === 'test' && ' In test mode no money moves; invoices are marked as paid all the same.'}
      </p>
      <p className="text-soft wrap-anywhere">
        {last === null ? (
          <>Nothing was heard from Stripe yet. </>
        ) : (
          <>
            Heard last: <code>{last.type}</code> <RelativeTime value={last.at} />
            {last.via === 'look' && ', when Stripe was asked. Its webhook should have told'}.{' '}
          </>
        )}
        Its webhook is to lead to <code>{webhook}</code>{' '}
        <CopyButton text={webhook} label="Copy the address of the webhook" isIconOnly variant="ghost" size="sm" />
      </p>
      {troubles.length > 0 && <Troubles troubles={troubles} />}
    </>
  )
}

function Troubles({ troubles }: Pick<InstallationPayments, 'troubles'>) {
  return (
    <Table label="Payments that failed or came back">
      <thead>
        <tr>
          <TableHead>Invoice</TableHead>
          <TableHead>Organization</TableHead>
          <TableHead>What</TableHead>
          <TableHead>When</TableHead>
        </tr>
      </thead>
      <tbody>
        {troubles.map(({ invoice_id: id, number, organization_name: name, kind, reason, at }) => (
          <tr key={id}>
            <TableCell>{number}</TableCell>
            <TableCell className="wrap-anywhere">{name}</TableCell>
            <TableCell className="min-w-40">
              {kind === 'failed' ? `Failed: ${reason ?? 'declined'}` : kind === 'refunded' ? 'Refunded' : 'Disputed'}
            </TableCell>
            <TableCell className="whitespace-nowrap">
              <RelativeTime value={at} />
            </TableCell>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

function Loading() {
  return (
    <output aria-label="Loading how invoices are paid" className="flex flex-col gap-3">
      <Skeleton className="w-full" />
      <Skeleton className="w-2/3" />
    </output>
  )
}
