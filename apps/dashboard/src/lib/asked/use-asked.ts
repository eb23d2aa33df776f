import { useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import type { Asked } from './asked.ts'

/** Calls `answer` once when a command opened the page to ask for this, as soon as the page is ready for it. */
export function useAsked(asked: Asked, isReady: boolean, answer: () => void): void {
  const isAsked = useLocation({ select: ({ state }) => state.asks === asked })
  const navigate = useNavigate()
  const onAsked = useEffectEvent(() => {
    // forgotten first: going back to the page, or reloading it, doesn't ask again
    void navigate({ to: '.', search: true, hash: true, replace: true, resetScroll: false })
    answer()
  })
  useEffect(() => {
    if (isAsked && isReady) onAsked()
  }, [isAsked, isReady])
}
