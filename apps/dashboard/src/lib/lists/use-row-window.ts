import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useLayoutEffect, useState } from 'react'
import { withRow } from './row-window.ts'

/** Rows drawn beyond what is seen, at each end. */
const rowsBeyond = 8
/** Height of the window before it was measured, in pixels. */
const firstRect = { width: 0, height: 1_200 }

/** Returns the rows to render in a list that scrolls with its page: the visible ones, and the one that must stay. */
export function useRowWindow(list: HTMLElement | null, count: number, rowPx: number, kept: number): readonly number[] {
  const [scroller, setScroller] = useState<HTMLElement | null>(null)
  const [scrollMargin, setScrollMargin] = useState(0)
  useLayoutEffect(() => {
    setScroller(list && scrollParentOf(list))
  }, [list])
  useEffect(() => {
    if (!scroller || !list) return
    const measure = () => setScrollMargin(Math.round(list.getBoundingClientRect().top - scroller.getBoundingClientRect().top + scroller.scrollTop))
    const observer = new ResizeObserver(measure)
    observer.observe(scroller)
    // what stands above the list changes its own height
    if (list.parentElement) observer.observe(list.parentElement)
    return () => observer.disconnect()
  }, [scroller, list])
  // a hook of its own, because the compiler leaves such code alone
  // oxlint-disable-next-line react/incompatible-library
  const rows = useVirtualizer({
    count,
    getScrollElement: () => scroller,
    estimateSize: () => rowPx,
    overscan: rowsBeyond,
    scrollMargin,
    initialRect: firstRect,
    rangeExtractor: (range) => withRow(defaultRangeExtractor(range), Math.min(kept, count - 1)),
  })
  useEffect(() => rows.measure(), [rows, rowPx])
  return rows.getVirtualItems().map(({ index }) => index)
}

/** What scrolls when an element is to come into sight. */
function scrollParentOf(element: HTMLElement): HTMLElement {
  for (let parent = element.parentElement; parent; parent = parent.parentElement) {
    if (/auto|scroll/.test(getComputedStyle(parent).overflowY)) return parent
  }
  return document.documentElement
}
