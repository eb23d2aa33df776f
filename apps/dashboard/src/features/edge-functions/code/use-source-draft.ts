import { useEffect, useEffectEvent, useState } from 'react'
import { forgetDraft, keepDraft, readDraft } from './draft-store.ts'
import { type FunctionSource, isSameSource } from './source.ts'

/** Pause in typing before a draft is saved, in milliseconds. */
const restMs = 400

export interface SourceDraft {
  readonly draft: FunctionSource
  readonly isDirty: boolean
  /** The version a draft from an earlier visit started from; null without a draft. */
  readonly restoredFrom: number | null
  /** True if leaving the page loses the draft. */
  readonly isAtRisk: boolean
  readonly change: (draft: FunctionSource) => void
  readonly discard: () => void
}

/** Holds an edited source and how it differs from the deployed one. The browser stores it until it's deployed or discarded. */
export function useSourceDraft(ref: string, slug: string, version: number, base: FunctionSource): SourceDraft {
  const [restored, setRestored] = useState(() => readDraft(ref, slug, base))
  const [draft, setDraft] = useState(restored?.draft ?? base)
  const [isKept, setIsKept] = useState(true)
  const [shown, setShown] = useState(base)
  if (shown !== base) {
    // shows a newer deployed version if nothing was edited
    if (isSameSource(shown, draft) || isSameSource(base, draft)) {
      setDraft(base)
      setRestored(null)
    }
    setShown(base)
  }
  const isDirty = !isSameSource(base, draft)
  const keepNow = useEffectEvent(() => {
    if (isDirty) setIsKept(keepDraft(ref, slug, restored?.version ?? version, base, draft))
    else forgetDraft(ref, slug)
  })
  useEffect(() => {
    const timer = setTimeout(() => keepNow(), restMs)
    return () => clearTimeout(timer)
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- each change begins the wait again
  }, [draft, isDirty])
  useEffect(() => {
    const leave = () => keepNow()
    window.addEventListener('pagehide', leave)
    return () => {
      window.removeEventListener('pagehide', leave)
      leave()
    }
  }, [])
  return {
    draft,
    isDirty,
    restoredFrom: isDirty ? (restored?.version ?? null) : null,
    isAtRisk: isDirty && !isKept,
    change: setDraft,
    discard: () => {
      setDraft(base)
      setRestored(null)
    },
  }
}
