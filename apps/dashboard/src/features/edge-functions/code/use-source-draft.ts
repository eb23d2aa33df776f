import { useEffect, useEffectEvent, useState } from 'react'
import { forgetDraft, keepDraft, readDraft } from './draft-store.ts'
import { type FunctionSource, isSameSource } from './source.ts'

/** Keys rest this long before a draft is kept. */
const restMs = 400

export interface SourceDraft {
  readonly draft: FunctionSource
  readonly isDirty: boolean
  /** The version that a draft from an earlier visit began with; null without one. */
  readonly restoredFrom: number | null
  /** Whether leaving the page loses it. */
  readonly isAtRisk: boolean
  readonly change: (draft: FunctionSource) => void
  readonly discard: () => void
}

/** A source that is edited: what is deployed, and what differs from it. This browser keeps it until it is deployed or discarded. */
export function useSourceDraft(ref: string, slug: string, version: number, base: FunctionSource): SourceDraft {
  const [restored, setRestored] = useState(() => readDraft(ref, slug, base))
  const [draft, setDraft] = useState(restored?.draft ?? base)
  const [isKept, setIsKept] = useState(true)
  const [shown, setShown] = useState(base)
  if (shown !== base) {
    // what was deployed meanwhile shows where nothing was changed
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
