import { Button, Spinner } from '@colonnade/ui'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useEffect } from 'react'
import { ErrorNotice } from '../../lib/error-notice.tsx'
import { returnText } from './payment-words.ts'
import { invoicesKey, paymentsQuery, returnQuery } from './queries.ts'

export interface ReturnNoticeProps {
  readonly slug: string
  /** The page at Stripe that the browser came back from, or `cancelled`. */
  readonly page: string
  readonly onClose: () => void
}

/** Tells who comes back from Stripe what was done there, as Stripe says, not as the address does. */
export function ReturnNotice({ slug, page, onClose }: ReturnNoticeProps) {
  const isCancelled = page === 'cancelled'
  const queryClient = useQueryClient()
  const { data, error, refetch } = useQuery({ ...returnQuery(slug, page), enabled: !isCancelled })
  useEffect(() => {
    if (data === undefined) return
    void queryClient.invalidateQueries(paymentsQuery(slug))
    void queryClient.invalidateQueries({ queryKey: invoicesKey(slug) })
  }, [data, queryClient, slug])
  if (error !== null) return <ErrorNotice error={error} subject="Failed to hear from Stripe" onRetry={() => void refetch()} />
  const isDone = data?.state === 'done'
  return (
    <output
      className={`flex items-center justify-between gap-3 rounded-md border px-3 py-2 ${isDone ? 'border-accent/30 bg-accent-tint' : 'border-line bg-hover'}`}
    >
      {isCancelled ? 'You came back from Stripe, and nothing was changed.' : data ? returnText(data) : <Spinner label="Asking Stripe" />}
      <Button size="sm" variant="ghost" aria-label="Close" onClick={onClose}>
        <X aria-hidden />
      </Button>
    </output>
  )
}
