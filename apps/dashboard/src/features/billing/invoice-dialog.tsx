import type { InvoiceSummary } from '@colonnade/contracts/billing/invoices'
import { moneyText } from '@colonnade/contracts/billing/prices'
import { Button, buttonClass, ConfirmDialog, Dialog, Loading, Skeleton, Table, TableCell, TableHead, toast } from '@colonnade/ui'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { ErrorNotice } from '../../lib/error-notice.tsx'
import { profileQuery } from '../../scope/queries.ts'
import { usePayInvoice, useSettleInvoice } from './mutations.ts'
import { paymentText } from './payment-words.ts'
import { invoiceFileAddress, invoiceQuery } from './queries.ts'

export interface InvoiceDialogProps {
  /** null: as the owner of the installation has it. */
  readonly slug: string | null
  readonly summary: InvoiceSummary
  readonly takesCards: boolean
  readonly onClose: () => void
}

/** One invoice with its lines. The owner of the installation settles it here. */
export function InvoiceDialog({ slug, summary: { id, number, period_start: start, period_end: end }, takesCards, onClose }: InvoiceDialogProps) {
  const { data: profile } = useSuspenseQuery(profileQuery)
  const { data: invoice, error, refetch } = useQuery(invoiceQuery(slug, id))
  const settle = useSettleInvoice(slug)
  const pay = usePayInvoice()
  const paying = invoice ? paymentText(invoice, (cents) => moneyText(cents, invoice.currency)) : null
  const canPay = takesCards && invoice?.status === 'open' && invoice.payment?.state !== 'paying'
  const [asked, setAsked] = useState<'paid' | 'void' | null>(null)
  return (
    <Dialog isOpen className="w-[36rem]" onOpenChange={onClose} title={`Invoice ${number}`} description={`${start} to ${end}, days of UTC`}>
      {invoice === undefined && error === null && (
        <Loading label="the invoice">
          <Skeleton className="h-40 w-full rounded-md" />
        </Loading>
      )}
      {invoice === undefined && error !== null && <ErrorNotice error={error} subject="Failed to load the invoice" onRetry={() => void refetch()} />}
      {invoice !== undefined && (
        <div className="flex flex-col gap-4">
          <p className="text-sm wrap-anywhere whitespace-pre-line text-soft">
            {[invoice.billed_to.name, invoice.billed_to.address, invoice.billed_to.tax_id, invoice.billed_to.emails.join(', ')]
              .filter((part) => part !== null && part !== '')
              .join('\n')}
          </p>
          <Table label={`Lines of invoice ${number}`}>
            <thead>
              <tr>
                <TableHead>Description</TableHead>
                <TableHead isNumber>Quantity</TableHead>
                <TableHead isNumber>Amount</TableHead>
              </tr>
            </thead>
            <tbody>
              {invoice.lines.map(({ description, quantity, cents }) => (
                <tr key={description}>
                  <TableCell>{description}</TableCell>
                  <TableCell isNumber className="whitespace-nowrap">
                    {quantity}
                  </TableCell>
                  <TableCell isNumber>{moneyText(cents, invoice.currency)}</TableCell>
                </tr>
              ))}
              <tr>
                <TableCell className="font-medium">Total</TableCell>
                <TableCell />
                <TableCell isNumber className="font-medium">
                  {moneyText(invoice.total_cents, invoice.currency)}
                </TableCell>
              </tr>
            </tbody>
          </Table>
          {paying !== null && <p className="text-sm wrap-anywhere text-soft">{paying}</p>}
          {pay.error !== null && <ErrorNotice error={pay.error} subject="Failed to open the page to pay on" />}
          <div className="flex flex-wrap justify-end gap-2">
            {profile.is_installation_owner && invoice.status === 'open' && (
              <>
                <Button onClick={() => setAsked('void')}>Void it</Button>
                <Button onClick={() => setAsked('paid')}>Mark as paid</Button>
              </>
            )}
            <a
              href={invoiceFileAddress(slug, id)}
              download={`invoice-${number}.pdf`}
              className={buttonClass({ variant: canPay ? 'secondary' : 'primary' })}
            >
              <Download aria-hidden />
              PDF
            </a>
            {canPay && slug !== null && (
              <Button variant="primary" isPending={pay.isPending} onClick={() => pay.mutate({ slug, id })}>
                Pay now
              </Button>
            )}
          </div>
        </div>
      )}
      {asked !== null && (
        <ConfirmDialog
          isOpen
          onOpenChange={() => setAsked(null)}
          title={asked === 'paid' ? `Mark invoice ${number} as paid?` : `Void invoice ${number}?`}
          description={
            asked === 'paid'
              ? 'Everybody who sees the invoice sees that it is paid. This can not be undone.'
              : 'Nobody is to pay it any more. Its number stays, and its month is not billed again. This can not be undone.'
          }
          isDanger={asked === 'void'}
          confirmLabel={asked === 'paid' ? 'It is paid' : 'Void the invoice'}
          onConfirm={async () => {
            await settle.mutateAsync({ id, status: asked })
            toast.success(`Invoice ${number} is ${asked}`)
          }}
        />
      )}
    </Dialog>
  )
}
