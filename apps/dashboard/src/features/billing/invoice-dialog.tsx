import type { InvoiceSummary } from '@colonnade/contracts/billing/invoices'
import { moneyText } from '@colonnade/contracts/billing/prices'
import { Button, buttonClass, ConfirmDialog, Dialog, Loading, Skeleton, Table, TableCell, TableHead, toast } from '@colonnade/ui'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { ErrorNotice } from '../../lib/error-notice.tsx'
import { profileQuery } from '../../scope/queries.ts'
import { invoicesText, invoiceText } from './messages.ts'
import { usePayInvoice, useSettleInvoice } from './mutations.ts'
import { paymentText } from './payment-words.ts'
import { invoiceFileAddress, invoiceQuery } from './queries.ts'

export interface InvoiceDialogProps {
  /** null for the owner of the installation, who sees all invoices. */
  readonly slug: string | null
  readonly summary: InvoiceSummary
  readonly takesCards: boolean
  readonly onClose: () => void
}

/** Shows one invoice with its lines. The owner of the installation settles it here. */
export function InvoiceDialog({ slug, summary: { id, number, period_start: start, period_end: end }, takesCards, onClose }: InvoiceDialogProps) {
  const { data: profile } = useSuspenseQuery(profileQuery)
  const { data: invoice, error, refetch } = useQuery(invoiceQuery(slug, id))
  const settle = useSettleInvoice(slug)
  const pay = usePayInvoice()
  const paying = invoice ? paymentText(invoice, (cents) => moneyText(cents, invoice.currency)) : null
  const canPay = takesCards && invoice?.status === 'open' && invoice.payment?.state !== 'paying'
  const [asked, setAsked] = useState<'paid' | 'void' | null>(null)
  return (
    <Dialog isOpen className="w-[36rem]" onOpenChange={onClose} title={invoiceText.title(number)} description={invoiceText.period(start, end)}>
      {invoice === undefined && error === null && (
        <Loading label={invoiceText.loading}>
          <Skeleton className="h-40 w-full rounded-md" />
        </Loading>
      )}
      {invoice === undefined && error !== null && <ErrorNotice error={error} subject={invoiceText.failed} onRetry={() => void refetch()} />}
      {invoice !== undefined && (
        <div className="flex flex-col gap-4">
          <p className="text-sm wrap-anywhere whitespace-pre-line text-soft">
            {[invoice.billed_to.name, invoice.billed_to.address, invoice.billed_to.tax_id, invoice.billed_to.emails.join(', ')]
              .filter((part) => part !== null && part !== '')
              .join('\n')}
          </p>
          <Table label={invoiceText.lines(number)}>
            <thead>
              <tr>
                <TableHead>{invoiceText.description}</TableHead>
                <TableHead isNumber>{invoiceText.quantity}</TableHead>
                <TableHead isNumber>{invoiceText.amount}</TableHead>
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
                <TableCell className="font-medium">{invoiceText.total}</TableCell>
                <TableCell />
                <TableCell isNumber className="font-medium">
                  {moneyText(invoice.total_cents, invoice.currency)}
                </TableCell>
              </tr>
            </tbody>
          </Table>
          {paying !== null && <p className="text-sm wrap-anywhere text-soft">{paying}</p>}
          {pay.error !== null && <ErrorNotice error={pay.error} subject={invoiceText.payFailed} />}
          <div className="flex flex-wrap justify-end gap-2">
            {profile.is_installation_owner && invoice.status === 'open' && (
              <>
                <Button onClick={() => setAsked('void')}>{invoiceText.void}</Button>
                <Button onClick={() => setAsked('paid')}>{invoiceText.markPaid}</Button>
              </>
            )}
            <a
              href={invoiceFileAddress(slug, id)}
              download={invoicesText.fileName(number)}
              className={buttonClass({ variant: canPay ? 'secondary' : 'primary' })}
            >
              <Download aria-hidden />
              {invoicesText.pdf}
            </a>
            {canPay && slug !== null && (
              <Button variant="primary" isPending={pay.isPending} onClick={() => pay.mutate({ slug, id })}>
                {invoiceText.pay}
              </Button>
            )}
          </div>
        </div>
      )}
      {asked !== null && (
        <ConfirmDialog
          isOpen
          onOpenChange={() => setAsked(null)}
          title={asked === 'paid' ? invoiceText.paidQuestion(number) : invoiceText.voidQuestion(number)}
          description={asked === 'paid' ? invoiceText.paidDescription : invoiceText.voidDescription}
          isDanger={asked === 'void'}
          confirmLabel={asked === 'paid' ? invoiceText.markPaid : invoiceText.void}
          onConfirm={async () => {
            await settle.mutateAsync({ id, status: asked })
            toast.success(invoiceText.settled(number, asked))
          }}
        />
      )}
    </Dialog>
  )
}
