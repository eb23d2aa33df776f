import type { Entity } from '@colonnade/pg-meta'
import { useEffect, useState } from 'react'
import { keptPaneMs } from './limits.ts'
import type { EditorSearch } from './search.ts'

interface ShownPane {
  readonly entity: Entity | null
  readonly search: EditorSearch
  /** What was there before stays while the next one is looked up, unless that takes long. */
  readonly isKept: boolean
}

/** The relation whose rows are on the screen. `pending` names the one that is looked up. */
export function useShownPane(entity: Entity | null, search: EditorSearch, pending: string | null): ShownPane {
  const [last, setLast] = useState<Omit<ShownPane, 'isKept'>>({ entity, search })
  if (pending === null && (last.entity !== entity || last.search !== search)) setLast({ entity, search })
  const [late, setLate] = useState<string | null>(null)
  useEffect(() => {
    if (pending === null) return
    const timer = setTimeout(() => setLate(pending), keptPaneMs)
    return () => {
      clearTimeout(timer)
      setLate(null)
    }
  }, [pending])
  const isKept = pending !== null && late !== pending && last.entity !== null
  return isKept ? { ...last, isKept } : { entity, search, isKept }
}
