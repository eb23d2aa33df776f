import type { InvoiceSummary } from '@colonnade/contracts/billing/invoices'
import { moneyText } from '@colonnade/contracts/billing/prices'
import { Badge, buttonClass, Panel, PanelContent, PanelHeader, Skeleton, Table, TableCell, TableHead } from '@colonnade/ui'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { invoiceLook, monthText } from '../../lib/invoice-look.ts'
import { PagedList } from '../../lib/paged-list/paged-list.tsx'
import { pagesOf } from '../../lib/paged-list/pages.ts'
import { InvoiceDialog } from './invoice-dialog.tsx'
import { invoiceFileAddress, invoicesQuery } from './queries.ts'

/** What was billed, month by month. */
export function InvoicesPanel({ slug, takesCards }: { readonly slug: string; readonly takesCards: boolean }) {
  const pages = pagesOf(useInfiniteQuery(invoicesQuery(slug)))
  const [opened, setOpened] = useState<InvoiceSummary | null>(null)
  return (
    <Panel label="Invoices">
      <PanelHeader
        title="Invoices"
        description={
          takesCards
            ? 'Made when a month of UTC is over, and charged to the card where there is one.'
            : 'Made when a month of UTC is over, and paid as agreed with the owner of this installation.'
        }
      />
      <PanelContent className="flex flex-col gap-3">
        <PagedList
          pages={pages}
          label="the invoices"
          skeleton={<Skeleton className="h-16 w-full rounded-md" />}
          empty={<p className="text-soft">There is none yet. The first is made after the first month on a paid plan.</p>}
          subject="Failed to load the invoices"
          moreLabel="Show older invoices"
        >
          {(invoices) => (
            <Table label="Invoices">
              <thead>
                <tr>
                  <TableHead>Number</TableHead>
                  <TableHead>Billing period</TableHead>
                  <TableHead>Status</TableHead>
                  <TableHead isNumber>Amount</TableHead>
                  <TableHead>
                    <span className="sr-only">File</span>
                  </TableHead>
                </tr>
              </thead>
              <tbody>
                {invoices.map((invoice) => {
                  const { id, number, period_start: start, total_cents: total, currency } = invoice
                  const { label, tone } = invoiceLook(invoice)
                  return (
                    <tr key={id}>
                      <TableCell>
                        <button type="button" className="rounded-sm text-accent hover:underline" onClick={() => setOpened(invoice)}>
                          <span className="sr-only">Invoice </span>
                          {number}
                        </button>
                      </TableCell>
                      <TableCell className="whitespace-nowrap">{monthText(start)}</TableCell>
                      <TableCell>
                        <Badge tone={tone}>{label}</Badge>
                      </TableCell>
                      <TableCell isNumber>{moneyText(total, currency)}</TableCell>
                      <TableCell isNumber>
                        <a
                          href={invoiceFileAddress(slug, id)}
                          download={`invoice-${number}.pdf`}
                          aria-label={`Invoice ${number} as PDF`}
                          className={buttonClass({ variant: 'ghost', size: 'sm' })}
                        >
                          <Download aria-hidden />
                          PDF
                        </a>
                      </TableCell>
                    </tr>
                  )
                })}
              </tbody>
            </Table>
          )}
        </PagedList>
      </PanelContent>
      {opened !== null && <InvoiceDialog slug={slug} summary={opened} takesCards={takesCards} onClose={() => setOpened(null)} />}
    </Panel>
  )
}
