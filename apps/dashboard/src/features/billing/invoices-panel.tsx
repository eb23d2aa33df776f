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
import { invoicesText } from './messages.ts'
import { invoiceFileAddress, invoicesQuery } from './queries.ts'

/** Lists the invoices of an organization. */
export function InvoicesPanel({ slug, takesCards }: { readonly slug: string; readonly takesCards: boolean }) {
  const pages = pagesOf(useInfiniteQuery(invoicesQuery(slug)))
  const [opened, setOpened] = useState<InvoiceSummary | null>(null)
  return (
    <Panel label={invoicesText.title}>
      <PanelHeader title={invoicesText.title} description={takesCards ? invoicesText.charged : invoicesText.agreed} />
      <PanelContent className="flex flex-col gap-3">
        <PagedList
          pages={pages}
          label={invoicesText.subject}
          skeleton={<Skeleton className="h-16 w-full rounded-md" />}
          empty={<p className="text-soft">{invoicesText.empty}</p>}
          subject={invoicesText.failed}
          moreLabel={invoicesText.more}
        >
          {(invoices) => (
            <Table label={invoicesText.title}>
              <thead>
                <tr>
                  <TableHead>{invoicesText.number}</TableHead>
                  <TableHead>{invoicesText.period}</TableHead>
                  <TableHead>{invoicesText.status}</TableHead>
                  <TableHead isNumber>{invoicesText.amount}</TableHead>
                  <TableHead>
                    <span className="sr-only">{invoicesText.file}</span>
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
                          <span className="sr-only">{invoicesText.invoice}</span>
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
                          download={invoicesText.fileName(number)}
                          aria-label={invoicesText.asPdf(number)}
                          className={buttonClass({ variant: 'ghost', size: 'sm' })}
                        >
                          <Download aria-hidden />
                          {invoicesText.pdf}
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
