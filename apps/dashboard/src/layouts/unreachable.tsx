import { Button, EmptyState } from '@colonnade/ui'
import { Unplug } from 'lucide-react'
import { useEffect } from 'react'
import { useTitle } from '../lib/use-title.ts'

/** How often the server is looked for. */
const retryMs = 3_000

/** Colonnade itself does not answer. Goes away by itself when it does again. */
export function Unreachable({ onRetry }: { readonly onRetry: () => void }) {
  useTitle('Unreachable')
  useEffect(() => {
    const timer = setInterval(onRetry, retryMs)
    return () => clearInterval(timer)
  }, [onRetry])
  return (
    <main className="mx-auto flex w-full max-w-xl flex-col justify-center p-6 pt-[12dvh]">
      <EmptyState icon={<Unplug aria-hidden />} title="Colonnade can not be reached" action={<Button onClick={onRetry}>Try again now</Button>}>
        Its server does not answer. Check that it is running; this page comes back by itself.
      </EmptyState>
    </main>
  )
}
