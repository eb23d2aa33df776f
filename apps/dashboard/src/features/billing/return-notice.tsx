import { Button, Spinner } from '@colonnade/ui'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useEffect } from 'react'
import { ErrorNotice } from '../../lib/error-notice.tsx'
import { returnTexts } from './messages.ts'
import { returnText } from './payment-words.ts'
import { invoicesKey, paymentsQuery, returnQuery } from './queries.ts'

export interface ReturnNoticeProps {
  readonly slug: string
  /** The page at Stripe that the browser came back from, or `cancelled`. */
  readonly page: string
  readonly onClose: () => void
}

/** Shows what happened at Stripe. Stripe is asked; the address isn’t trusted. */
export function ReturnNotice({ slug, page, onClose }: ReturnNoticeProps) {
  const isCancelled = page === 'cancelled'
  const queryClient = useQueryClient()
  const { data, error, refetch } = useQuery({ ...returnQuery(slug, page), enabled: !isCancelled })
  useEffect(() => {
    if (data === undefined) return
    void queryClient.invalidateQueries(paymentsQuery(slug))
    void queryClient.invalidateQueries({ queryKey: invoicesKey(slug) })
  }, [data, queryClient, slug])
  if (error !== null) return <ErrorNotice error={error} subject={returnTexts.failed} onRetry={() => void refetch()} />
  const isDone = data?.state === 'done'
  return (
    <output
      className={`flex items-center justify-between gap-3 rounded-md border px-3 py-2 ${isDone ? 'border-accent/30 bg-accent-tint' : 'border-line bg-hover'}`}
    >
      {isCancelled ? returnTexts.cancelled : data ? returnText(data) : <Spinner label={returnTexts.asking} />}
      <Button size="sm" variant="ghost" aria-label={returnTexts.close} onClick={onClose}>
        <X aria-hidden />
      </Button>
    </output>
  )
}
