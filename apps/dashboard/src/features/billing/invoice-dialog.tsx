import { type InvoiceSummary, moneyText } from '@colonnade/contracts'
import { Button, buttonClass, Dialog, Skeleton, Table, TableCell, TableHead, toast } from '@colonnade/ui'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { ErrorNotice } from '../../lib/error-notice.tsx'
import { profileQuery } from '../../scope/queries.ts'
import { useSettleInvoice } from './mutations.ts'
import { invoiceFileAddress, invoiceQuery } from './queries.ts'

export interface InvoiceDialogProps {
  readonly slug: string
  readonly summary: InvoiceSummary
  readonly onClose: () => void
}

/** One invoice with its lines. The owner of the installation settles it here. */
export function InvoiceDialog({ slug, summary: { id, number, period_start: start, period_end: end }, onClose }: InvoiceDialogProps) {
  const { data: profile } = useSuspenseQuery(profileQuery)
  const { data: invoice, error, refetch } = useQuery(invoiceQuery(slug, id))
  const settle = useSettleInvoice(slug)
  const mark = (status: 'paid' | 'void') => settle.mutate({ id, status }, { onSuccess: () => toast.success(`Invoice ${number} is ${status}`) })
  return (
    <Dialog isOpen onOpenChange={onClose} title={`Invoice ${number}`} description={`${start} to ${end}, days of UTC`}>
      {invoice === undefined && error === null && <Skeleton className="h-40 w-full rounded-md" />}
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
                  <TableCell isNumber>{quantity}</TableCell>
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
          {settle.error !== null && <ErrorNotice error={settle.error} />}
          <div className="flex flex-wrap justify-end gap-2">
            {profile?.is_installation_owner === true && invoice.status === 'open' && (
              <>
                <Button isPending={settle.isPending && settle.variables.status === 'void'} onClick={() => mark('void')}>
                  Void it
                </Button>
                <Button isPending={settle.isPending && settle.variables.status === 'paid'} onClick={() => mark('paid')}>
                  Mark as paid
                </Button>
              </>
            )}
            <a href={invoiceFileAddress(slug, id)} download={`invoice-${number}.pdf`} className={buttonClass({ variant: 'primary' })}>
              <Download aria-hidden />
              PDF
            </a>
          </div>
        </div>
      )}
    </Dialog>
  )
}
