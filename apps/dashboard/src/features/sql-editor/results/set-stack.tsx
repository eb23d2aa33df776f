import { gridHeaderHeightPx, gridRowHeightPx } from '@colonnade/ui'
import { useEffect, useRef, useState } from 'react'
import { isPlanSet } from '../plan/plan-set.ts'
import { setStackText } from './messages.ts'
import type { ShownSet } from './output-view.tsx'
import { SetView } from './set-view.tsx'

/** Rows of a set that are in sight among others; the rest is scrolled to within it. */
const shownRows = 10
/** Heading, footer and the room for a bar that scrolls. */
const aroundPx = 84
const emptyPx = 150
const planPx = 560

/** Result sets below each other, each with its statement; those far from the screen are drawn when it comes near them. */
export function SetStack({ sets }: { readonly sets: readonly ShownSet[] }) {
  return (
    <section
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must be reachable by keyboard
      tabIndex={0}
      aria-label={setStackText.allResults}
      className="min-h-0 flex-1 overflow-y-auto focus-visible:-outline-offset-2"
    >
      {sets.map((shown, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- sets have no other name, and keep their order
        <StackedSet key={index} {...shown} />
      ))}
    </section>
  )
}

function StackedSet({ heading, ...shown }: ShownSet) {
  const { set, label } = shown
  const box = useRef<HTMLElement>(null)
  const [isNear, setIsNear] = useState(false)
  useEffect(() => {
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting === true && setIsNear(true), { rootMargin: '400px' })
    if (box.current) observer.observe(box.current)
    return () => observer.disconnect()
  }, [])
  const height = isPlanSet(set)
    ? planPx
    : set.fields.length === 0 || set.count === 0
      ? emptyPx
      : aroundPx + gridHeaderHeightPx + Math.min(set.count, shownRows) * gridRowHeightPx
  return (
    <article ref={box} aria-label={label} className="flex flex-col border-b" style={{ height }}>
      <h3 className="flex h-8 shrink-0 items-center gap-2 bg-sunken px-3 text-xs">
        <span className="shrink-0 text-faint">{label}</span>
        {heading !== label && <span className="truncate font-mono text-soft">{heading}</span>}
      </h3>
      {isNear && <SetView {...shown} />}
    </article>
  )
}
