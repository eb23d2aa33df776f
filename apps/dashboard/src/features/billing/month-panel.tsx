import type { UpcomingInvoice } from '@colonnade/contracts/billing/invoices'
import { moneyText } from '@colonnade/contracts/billing/prices'
import { usageMetricOf } from '@colonnade/contracts/organizations/usage-metrics'
import { buttonClass, Panel, PanelContent, PanelHeader, Skeleton, StatGrid, StatTile, Table, TableCell, TableHead, UsageBar } from '@colonnade/ui'
import { useQuery } from '@tanstack/react-query'
import { ErrorNotice } from '../../lib/error-notice.tsx'
import { monthText as nameOfMonth } from '../../lib/invoice-look.ts'
import { AppLink } from '../../lib/links/app-link.tsx'
import { addressOf, pages } from '../../paths.ts'
import { monthText } from './messages.ts'
import { amountText } from './plan-words.ts'
import { upcomingQuery } from './queries.ts'

/** What the current month has cost and used so far, and the invoice that it becomes. */
export function MonthPanel({ slug }: { readonly slug: string }) {
  const { data: month, error, refetch } = useQuery(upcomingQuery(slug))
  return (
    <Panel label={monthText.title}>
      <PanelHeader
        title={monthText.title}
        description={month && monthText.description(nameOfMonth(month.period_start))}
        aside={
          <AppLink href={addressOf(pages.organization.usage, { slug })} className={buttonClass({ size: 'sm' })}>
            {monthText.seeUsage}
          </AppLink>
        }
      />
      <PanelContent className="flex min-w-0 flex-col gap-4">
        {month === undefined && error !== null && <ErrorNotice error={error} subject={monthText.failed} onRetry={() => void refetch()} />}
        {month === undefined && error === null && (
          <output aria-label={monthText.loading}>
            <Skeleton className="h-24 w-full rounded-lg" />
          </output>
        )}
        {month !== undefined && <Month month={month} />}
      </PanelContent>
    </Panel>
  )
}

function Month({
  month: { currency, lines, so_far_cents: soFar, estimated_cents: estimated, invoice_date: date, usage },
}: {
  readonly month: UpcomingInvoice
}) {
  return (
    <>
      <StatGrid label={monthText.title} className="md:grid-cols-2">
        <StatTile label={monthText.soFar} value={moneyText(soFar, currency)} note={lines.length === 0 ? monthText.nothingBilled : undefined} />
        {date === null ? (
          <StatTile label={monthText.next} value={monthText.noInvoice} note={monthText.noInvoiceNote} />
        ) : (
          <StatTile
            label={monthText.next}
            value={monthText.estimate(moneyText(estimated, currency))}
            note={`${monthText.onDate(dateText(date))}. ${monthText.estimateNote}`}
          />
        )}
      </StatGrid>
      {lines.length > 0 && (
        <Table label={monthText.lines}>
          <thead>
            <tr>
              <TableHead>{monthText.item}</TableHead>
              <TableHead isNumber>{monthText.quantity}</TableHead>
              <TableHead isNumber>{monthText.amount}</TableHead>
            </tr>
          </thead>
          <tbody>
            {lines.map(({ description, quantity, cents }) => (
              <tr key={description}>
                <TableCell>{description}</TableCell>
                <TableCell isNumber className="whitespace-nowrap">
                  {quantity}
                </TableCell>
                <TableCell isNumber>{moneyText(cents, currency)}</TableCell>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
      <section aria-label={monthText.usage} className="grid min-w-0 gap-x-6 gap-y-3 sm:grid-cols-2 lg:grid-cols-3">
        {usage.length === 0 && <p className="text-sm text-soft">{monthText.noUsage}</p>}
        {usage.map(({ metric, used, included }) => {
          const { name, unit } = usageMetricOf(metric)
          const format = (amount: number) => amountText(unit, amount)
          return <UsageBar key={metric} label={name} value={used} max={included} format={format} />
        })}
      </section>
    </>
  )
}

/** A day of UTC, the same wherever the reader is. */
function dateText(day: string): string {
  return new Date(`${day}T12:00:00Z`).toLocaleDateString(undefined, { dateStyle: 'medium', timeZone: 'UTC' })
}
