import type { InstallationPayments } from '@colonnade/contracts/billing/installation-payments'
import { Badge, CopyButton, RelativeTime, Table, TableCell, TableHead } from '@colonnade/ui'
import { useQuery } from '@tanstack/react-query'
import { countText } from '../../lib/lists/count-text.ts'
import { paymentsPanelText } from './messages.ts'
import { installationPaymentsQuery } from './queries.ts'
import { Problem, ReportPanel } from './report-panel.tsx'

/** Whether cards are charged, what was heard of that last, and what failed. */
export function PaymentsPanel() {
  const query = useQuery(installationPaymentsQuery)
  const provider = query.data?.provider
  return (
    <ReportPanel
      title={paymentsPanelText.payments}
      description={paymentsPanelText.howOrganizationsPayTheir}
      query={query}
      aside={provider && <Badge tone={provider.mode === 'test' ? 'warning' : 'accent'}>{paymentsPanelText.stripeMode(provider.mode)}</Badge>}
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
        {paymentsPanelText.manualOpenInvoiceBelow} <code>COLONNADE_STRIPE_SECRET_KEY</code> {paymentsPanelText.and}{' '}
        <code>COLONNADE_STRIPE_WEBHOOK_SECRET</code>.
      </p>
    )
  }
  const webhook = window.location.origin + provider.webhook_path
  return (
    <>
      {problem !== null && <Problem problem={problem} since={since} />}
      <p className="wrap-anywhere">
        {paymentsPanelText.card(countText(cards, cards, 'organization'), cards)}
        {provider.address !== null && <>{paymentsPanelText.at(provider.address)}</>}.{provider.mode === 'test' && paymentsPanelText.testModeNoMoney}
      </p>
      <p className="text-soft wrap-anywhere">
        {last === null ? (
          <>{paymentsPanelText.noEventsFromStripe}</>
        ) : (
          <>
            {paymentsPanelText.lastEvent} <code>{last.type}</code> <RelativeTime value={last.at} />
            {last.via === 'look' && paymentsPanelText.readFromStripeBecause}.{' '}
          </>
        )}
        {paymentsPanelText.webhookUrl} <code>{webhook}</code>{' '}
        <CopyButton text={webhook} label={paymentsPanelText.copyWebhookUrl} isIconOnly variant="ghost" size="sm" />
      </p>
      {troubles.length > 0 && <Troubles troubles={troubles} />}
    </>
  )
}

function Troubles({ troubles }: Pick<InstallationPayments, 'troubles'>) {
  return (
    <Table label={paymentsPanelText.failedRefundedDisputedPayments}>
      <thead>
        <tr>
          <TableHead>{paymentsPanelText.invoice}</TableHead>
          <TableHead>{paymentsPanelText.organization}</TableHead>
          <TableHead>{paymentsPanelText.problem}</TableHead>
          <TableHead>{paymentsPanelText.when}</TableHead>
        </tr>
      </thead>
      <tbody>
        {troubles.map(({ invoice_id: id, number, organization_name: name, kind, reason, at }) => (
          <tr key={id}>
            <TableCell>{number}</TableCell>
            <TableCell className="wrap-anywhere">{name}</TableCell>
            <TableCell className="min-w-40">
              {kind === 'failed' ? paymentsPanelText.failed(reason) : kind === 'refunded' ? paymentsPanelText.refunded : paymentsPanelText.disputed}
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
