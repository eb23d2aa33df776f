import { lazy, Suspense, useEffect, useState } from 'react'
import { toastQueue } from './toast.ts'

const ToastList = lazy(async () => ({ default: (await import('./toast-list.tsx')).ToastList }))

/** Where toasts appear; place it once. Most visits see none, so what shows them is fetched with the first. */
export function Toaster() {
  const [isNeeded, setIsNeeded] = useState(toastQueue.hasWaiting)
  useEffect(() => toastQueue.subscribe(() => setIsNeeded(true)), [])
  if (!isNeeded) return null
  return (
    <Suspense>
      <ToastList />
    </Suspense>
  )
}
