import type { InstallationPayments } from '@colonnade/contracts/billing/installation-payments'
import { Badge, CopyButton, RelativeTime, Table, TableCell, TableHead } from '@colonnade/ui'
import { useQuery } from '@tanstack/react-query'
import { countText } from '../../lib/lists/count-text.ts'
import { installationPaymentsQuery } from './queries.ts'
import { Problem, ReportPanel } from './report-panel.tsx'

/** Whether cards are charged, what was heard of that last, and what failed. */
export function PaymentsPanel() {
  const query = useQuery(installationPaymentsQuery)
  const provider = query.data?.provider
  return (
    <ReportPanel
      title="Payments"
      description="How organizations pay their invoices."
      query={query}
      aside={
        provider && <Badge tone={provider.mode === 'test' ? 'warning' : 'accent'}>Stripe, {provider.mode === 'test' ? 'test' : 'live'} mode</Badge>
      }
    >
      {(report) => <Report report={report} />}
    </ReportPanel>
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
      {problem !== null && <Problem problem={problem} since={since} />}
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
