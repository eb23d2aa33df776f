import { Button, EmptyState } from '@colonnade/ui'
import { Unplug } from 'lucide-react'
import { useCallback, useEffect, useRef, useState, useSyncExternalStore, type ReactNode } from 'react'
import { useTitle } from '../lib/use-title.ts'
import { reachability } from '../scope/reachability.ts'

/** How long nobody is asked after an answer. */
const retryMs = 3_000

export interface UnreachableProps {
  readonly onRetry: () => Promise<void>
  /** What is wrong when Colonnade does answer. */
  readonly children: ReactNode
}

/** Colonnade doesn't answer, or not for this page. Stays as it is while `onRetry` asks again, every few seconds. */
export function Unreachable({ onRetry, children }: UnreachableProps) {
  const isReachable = useSyncExternalStore(reachability.subscribe, reachability.get)
  const [isAsking, setIsAsking] = useState(false)
  useTitle(isReachable ? 'Unavailable' : 'Unreachable')
  const asking = useRef<Promise<void>>(null)
  // one at a time: a second request would look like an answer to the first
  const ask = useCallback(async () => {
    const running = asking.current ?? onRetry()
    asking.current = running
    await running
    asking.current = null
  }, [onRetry])
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    let isHere = true
    const wait = () => {
      if (isHere) timer = setTimeout(() => void ask().then(wait), retryMs)
    }
    wait()
    return () => {
      isHere = false
      clearTimeout(timer)
    }
  }, [ask])
  const askNow = async () => {
    setIsAsking(true)
    await ask()
    setIsAsking(false)
  }
  return (
    <main className="mx-auto flex w-full max-w-xl flex-col justify-center p-6 pt-[12dvh]">
      <EmptyState
        icon={<Unplug aria-hidden />}
        title={isReachable ? 'This page is temporarily unavailable' : navigator.onLine ? "Can't reach Colonnade" : "You're offline"}
        action={
          <Button isPending={isAsking} onClick={() => void askNow()}>
            Try again now
          </Button>
        }
      >
        {isReachable
          ? children
          : navigator.onLine
            ? 'The server doesn’t respond. Check that it’s running. This page opens as soon as it responds.'
            : 'This page opens when you’re back online. Unsaved changes on other pages stay.'}
      </EmptyState>
    </main>
  )
}
