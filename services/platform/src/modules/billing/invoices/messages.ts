/** Texts of invoices: their lines, the mail that announces one, and the PDF. Money is formatted, days are ISO dates. */
export const messages = {
  lines: {
    compute: (size: string) => `Compute: ${size}`,
    pitr: (days: string) => `Point-in-time recovery: ${days} day${days === '1' ? '' : 's'}`,
    customDomain: 'Custom domain',
    dedicatedPooler: 'Dedicated pooler',
    usage: (metric: string) => `${metric}, over the plan’s included amount`,
  },
  mail: {
    subject: (number: number, organization: string) => `Invoice ${number} for ${organization}`,
    summary: (number: number, organization: string, start: string, end: string, money: string) =>
      `Invoice ${number} for ${organization}, ${start} to ${end}, is ready: ${money}.`,
    charged: 'Your card will be charged.',
    last: (organization: string) => `This is the last invoice, because ${organization} was deleted. Ask the owner of the installation for a PDF.`,
    details: 'See the details and download the PDF on the billing page.',
    action: 'Open billing',
  },
  pdf: {
    title: (number: number) => `Invoice ${number}`,
    paid: 'Paid',
    void: 'Void',
    date: 'Date',
    period: 'Billing period',
    issuer: 'Issued by',
    billedTo: 'Billed to',
    taxId: (id: string) => `Tax ID: ${id}`,
    description: 'Description',
    quantity: 'Quantity',
    amount: 'Amount',
    total: 'Total',
    page: (number: number, page: number, count: number) => `Invoice ${number}, page ${page} of ${count}`,
  },
} as const
