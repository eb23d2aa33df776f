import type { HostedInvoice } from '@colonnade/contracts/billing/installation-invoices'
import { moneyText } from '@colonnade/contracts/billing/prices'
import { Badge } from '@colonnade/ui'
import { useInfiniteQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { invoiceLook, monthText } from '../../lib/invoice-look.ts'
import { useSettled } from '../../lib/late/use-settled.ts'
import { pagesOf } from '../../lib/paged-list/pages.ts'
import { settleMs } from './limits.ts'
import { hostedInvoiceListText } from './messages.ts'
import { hostedInvoicesQuery } from './queries.ts'
import { SearchedList } from './searched-list.tsx'

/** Invoices of all organizations, also of those that are gone. `renderInvoice` shows the one that was opened. */
export function HostedInvoiceList({ renderInvoice }: { readonly renderInvoice: (invoice: HostedInvoice, onClose: () => void) => ReactNode }) {
  const [search, setSearch] = useState('')
  const [opened, setOpened] = useState<HostedInvoice | null>(null)
  const pages = pagesOf(useInfiniteQuery(hostedInvoicesQuery(useSettled(search, settleMs))))
  const isNone = search === '' && pages.items?.length === 0
  if (isNone) return <p className="text-soft">{hostedInvoiceListText.noInvoicesYetTheyre}</p>
  return (
    <>
      <SearchedList
        label={hostedInvoiceListText.invoices}
        search={search}
        onSearch={setSearch}
        pages={pages}
        keyOf={({ id }) => id}
        renderItem={(invoice) => <InvoiceRow invoice={invoice} onOpen={() => setOpened(invoice)} />}
      />
      {opened !== null && renderInvoice(opened, () => setOpened(null))}
    </>
  )
}

function InvoiceRow({ invoice, onOpen }: { readonly invoice: HostedInvoice; readonly onOpen: () => void }) {
  const { number, organization_name: name, period_start: start, total_cents: cents, currency, is_deleted: isDeleted } = invoice
  const { label, tone } = invoiceLook(invoice)
  return (
    <div className="flex min-w-0 flex-1 flex-wrap items-center justify-between gap-x-4 gap-y-1">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <button type="button" className="min-w-0 rounded-sm text-left font-medium wrap-anywhere text-accent hover:underline" onClick={onOpen}>
            <span className="sr-only">{hostedInvoiceListText.invoice}</span>
            {number} · {name}
          </button>
          {isDeleted && <Badge>{hostedInvoiceListText.deleted}</Badge>}
        </p>
        <p className="text-xs text-faint">{monthText(start)}</p>
      </div>
      <div className="flex items-center gap-3">
        <Badge tone={tone}>{label}</Badge>
        <span className="tabular-nums">{moneyText(cents, currency)}</span>
      </div>
    </div>
  )
}
