import type { Ticket } from '@colonnade/contracts/installation/support-tickets'
import { Button, buttonClass, Card } from '@colonnade/ui'
import { Link, useNavigate, useRouter } from '@tanstack/react-router'
import { CircleCheck } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Page } from '../../../lib/page.tsx'
import { useTitle } from '../../../lib/use-title.ts'
import { paths } from '../../../paths.ts'
import { addressErrorMaxLength } from '../limits.ts'
import { pageText } from './messages.ts'
import { SupportForm } from './support-form.tsx'
import type { SupportQuery } from './support-query.ts'

/** Asking for help (spec §2: /support/new). */
export function SupportPage({ query }: { readonly query: SupportQuery }) {
  useTitle(pageText.title)
  const navigate = useNavigate()
  const router = useRouter()
  const [cameFrom] = useState(() => router.state.resolvedLocation?.pathname)
  const [sent, setSent] = useState<Ticket | null>(null)
  const { error = '' } = query

  useEffect(() => {
    // the form has it by now, and no server takes an address of that length when the page is loaded again
    if (error.length > addressErrorMaxLength) void navigate({ to: '.', search: (search) => ({ ...search, error: undefined }), replace: true })
  }, [error, navigate])

  return (
    <Page
      width="narrow"
      title={pageText.title}
      description={pageText.description}
      actions={
        sent === null && (
          <Link to={paths.supportTickets} className={buttonClass()}>
            {pageText.myTickets}
          </Link>
        )
      }
    >
      {sent === null ? (
        <SupportForm
          query={query}
          pathname={cameFrom === paths.supportNew() ? undefined : cameFrom}
          onSent={(ticket) => {
            setSent(ticket)
            // what was prefilled has been sent
            void navigate({ to: '.', search: {}, replace: true })
          }}
        />
      ) : (
        <Sent ticket={sent} onAnother={() => setSent(null)} />
      )}
    </Page>
  )
}

function Sent({ ticket, onAnother }: { readonly ticket: Ticket; readonly onAnother: () => void }) {
  return (
    <Card className="flex flex-col items-center gap-3 px-6 py-10 text-center">
      <CircleCheck aria-hidden className="size-7 text-accent" strokeWidth={1.5} />
      <output>
        <h2 className="text-base font-medium">{pageText.sent(ticket.number)}</h2>
        <p className="mt-1 text-balance text-soft">{pageText.sentBody}</p>
      </output>
      <div className="mt-1 flex flex-wrap justify-center gap-2">
        <Link to={paths.supportTickets} className={buttonClass({ variant: 'primary' })}>
          {pageText.myTickets}
        </Link>
        <Button onClick={onAnother}>{pageText.writeAnother}</Button>
      </div>
    </Card>
  )
}
