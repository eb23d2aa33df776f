import type { Invoice } from '@colonnade/contracts/billing/invoices'
import { moneyText } from '@colonnade/contracts/billing/prices'
import type { Readable } from 'node:stream'
import { createPdfWriter } from './writer.ts'
import { messages as invoiceMessages } from '../messages.ts'

const messages = invoiceMessages.pdf

const left = 56
const right = 539
const quantityRight = 430
const bottomPt = 70
const [text, small, faint] = [{ size: 10 }, { size: 9, color: '#6b655c' }, '#6b655c'] as const

/** Returns an invoice as a PDF: number, period, recipient, lines and total, on as many pages as they need. */
export async function invoicePdf(invoice: Invoice, issuedAt: string | null): Promise<Readable> {
  const { number, period_start: start, period_end: end, billed_to: to, lines, currency, total_cents: total, status, made_at: at } = invoice
  const pdf = await createPdfWriter(messages.title(number), JSON.stringify(invoice))
  pdf.line(messages.title(number), left, 56, { size: 20, weight: 600 })
  if (status !== 'open')
    pdf.line(status === 'paid' ? messages.paid : messages.void, right, 62, { size: 12, weight: 600, isRight: true, color: faint })
  const facts = [
    [messages.date, at.slice(0, 10)],
    [messages.period, `${start} to ${end} (UTC)`],
    ...(issuedAt === null ? [] : [[messages.issuer, issuedAt] as const]),
  ] as const
  let y = 100
  for (const [name, value] of facts) {
    pdf.line(name, left, y, small)
    pdf.line(value, left + 90, y, text)
    y += 16
  }
  y += 14
  pdf.line(messages.billedTo, left, y, small)
  y += 16
  const billed = [to.name, to.address, to.tax_id === null ? null : messages.taxId(to.tax_id), to.emails.join(', ') || null]
  for (const part of billed) {
    if (part === null) continue
    for (const line of pdf.wrap(part, right - left, text)) {
      pdf.line(line, left, y, text)
      y += 14
    }
  }
  y += 24
  const heading = (): void => {
    pdf.line(messages.description, left, y, small)
    pdf.line(messages.quantity, quantityRight, y, { ...small, isRight: true })
    pdf.line(messages.amount, right, y, { ...small, isRight: true })
    pdf.rule(y + 16, left, right)
    y += 24
  }
  heading()
  for (const { description, quantity, cents } of lines) {
    const wrapped = pdf.wrap(description, quantityRight - left - 100, text)
    if (y + wrapped.length * 14 > pdf.heightPt - bottomPt) {
      pdf.addPage()
      y = 56
      heading()
    }
    pdf.line(quantity, quantityRight, y, { ...text, isRight: true })
    pdf.line(moneyText(cents, currency), right, y, { ...text, isRight: true })
    for (const line of wrapped) {
      pdf.line(line, left, y, text)
      y += 14
    }
    y += 6
  }
  pdf.rule(y, left, right)
  pdf.line(messages.total, left, y + 10, { size: 11, weight: 600 })
  pdf.line(moneyText(total, currency), right, y + 10, { size: 11, weight: 600, isRight: true })
  pdf.end((page, count) => {
    if (count > 1) pdf.line(messages.page(number, page, count), right, pdf.heightPt - 40, { ...small, isRight: true })
  })
  return pdf.stream
}
