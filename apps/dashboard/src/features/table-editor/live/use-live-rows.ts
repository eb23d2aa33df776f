import { rowKey } from '@colonnade/pg-meta'
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import { keep, readKept } from '../../../lib/kept.ts'
import { useIsVisible } from '../../../lib/use-is-visible.ts'
import type { RowWindow } from '../rows/row-window.ts'
import type { Staging } from '../staging/staging.ts'
import { LiveRows } from './live-rows.ts'

export interface Live {
  /** Whether these rows can be kept as they are in the database at all. */
  readonly isPossible: boolean
  readonly isOn: boolean
  readonly setOn: (isOn: boolean) => void
  /** Rows that have come since these were fetched. */
  readonly news: number
  readonly showNews: () => void
}

/** Keeps the rows on the screen up to date while somebody can see them. */
export function useLiveRows(window: RowWindow, staging: Staging): Live {
  const isOn = useSyncExternalStore(mode.subscribe, mode.isOn)
  const isVisible = useIsVisible()
  const [news, setNews] = useState({ window, rows: 0 })
  const { entity_type: type } = window.entity
  // other relations have no rows of their own, or none that can be identified
  const isPossible = (type === 'r' || type === 'p') && rowKey(window.entity).length > 0
  const onTheirs = useEffectEvent(staging.notice)
  const isSaving = useEffectEvent(() => staging.isSaving)
  const isRunning = isPossible && isOn && isVisible
  useEffect(() => {
    if (!isRunning) return
    const live = new LiveRows(window, {
      isBusy: () => isBusy() || isSaving(),
      onTheirs: (row, cells) => onTheirs(row, cells),
      onNews: (rows) => setNews({ window, rows }),
    })
    live.start()
    return () => live.stop()
  }, [isRunning, window])
  return {
    isPossible,
    isOn,
    setOn: mode.set,
    news: news.window === window ? news.rows : 0,
    showNews: () => {
      setNews({ window, rows: 0 })
      window.load()
    },
  }
}

/** Whether a value is being written in a cell. */
function isBusy(): boolean {
  return document.activeElement?.closest('.rdg-editor-container, [role=grid] :is(input:not([type=checkbox]), textarea, select)') != null
}

const modeKey = 'table-editor:live'
const listeners = new Set<() => void>()
let isOnNow: boolean | null = null

/** Whether this person wants to see changes as they happen; remembered by the browser. */
const mode = {
  isOn: (): boolean => (isOnNow ??= readKept(modeKey) !== 'paused'),
  set: (isOn: boolean): void => {
    isOnNow = isOn
    keep(modeKey, isOn ? 'live' : 'paused')
    for (const listener of listeners) listener()
  },
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}
