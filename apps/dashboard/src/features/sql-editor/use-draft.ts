import { useEffect, useRef, useState } from 'react'
import { keepDraft, readDraft } from './draft.ts'
import { persistDelayMs } from './limits.ts'

/** The text as it is typed, kept shortly after and at the latest when the page is left. */
export function useDraft(ref: string): { readonly initial: string; readonly isEmpty: boolean; readonly write: (text: string) => void } {
  const [initial] = useState(() => readDraft(ref))
  const [isEmpty, setIsEmpty] = useState(initial.trim() === '')
  const pending = useRef<{ readonly text: string; readonly timer: ReturnType<typeof setTimeout> }>(null)
  useEffect(() => {
    const flush = () => {
      if (pending.current === null) return
      clearTimeout(pending.current.timer)
      keepDraft(ref, pending.current.text)
      pending.current = null
    }
    window.addEventListener('pagehide', flush)
    return () => {
      window.removeEventListener('pagehide', flush)
      flush()
    }
  }, [ref])
  const write = (text: string) => {
    setIsEmpty(text.trim() === '')
    if (pending.current !== null) clearTimeout(pending.current.timer)
    const timer = setTimeout(() => {
      keepDraft(ref, text)
      pending.current = null
    }, persistDelayMs)
    pending.current = { text, timer }
  }
  return { initial, isEmpty, write }
}
