import type { KeyboardEvent, PointerEvent } from 'react'
import type { SheetWidth } from './sheet.tsx'

const minPx = 320
const stepPx = 32

/** The left edge of a sheet at the right: dragging it, or arrow keys on it, change the width. */
export function SheetEdge({ width }: { readonly width: SheetWidth }) {
  const change = (px: number) => width.onChange(Math.round(Math.min(Math.max(px, minPx), window.innerWidth)))
  const onPointerDown = (event: PointerEvent<HTMLDivElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId)
    event.preventDefault()
  }
  const onPointerMove = (event: PointerEvent<HTMLDivElement>) => {
    if (event.currentTarget.hasPointerCapture(event.pointerId)) change(window.innerWidth - event.clientX)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowLeft: stepPx, ArrowRight: -stepPx }[event.key]
    if (step === undefined) return
    event.preventDefault()
    change(width.px + step)
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a separator with a value is a control (WAI-ARIA)
    <div
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
      role="separator"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      aria-orientation="vertical"
      aria-label="Width of the panel"
      aria-valuenow={width.px}
      aria-valuemin={minPx}
      className="absolute inset-y-0 -left-1 z-10 w-2 cursor-col-resize touch-none outline-none after:absolute after:inset-y-0 after:left-1 after:w-px hover:after:bg-accent focus-visible:after:bg-accent active:after:bg-accent"
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onKeyDown={onKeyDown}
    />
  )
}
