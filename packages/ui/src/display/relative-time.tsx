import { useEffect, useState } from 'react'
import { copyText } from '../actions/copy-text.ts'
import { cn } from '../class-names.ts'
import { Tooltip } from '../overlays/tooltip.tsx'
import { relativeTimeText } from './relative-time-text.ts'

/** How often the text is updated. */
const refreshMs = 30_000

/** When something was, in relation to now; the exact time on hover, and on the clipboard after a click. */
export function RelativeTime({ value, className }: { readonly value: string; readonly className?: string }) {
  const [now, setNow] = useState(() => Date.now())
  const [isCopied, setIsCopied] = useState(false)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), refreshMs)
    return () => clearInterval(timer)
  }, [])
  const time = new Date(value)
  return (
    <Tooltip
      content={
        isCopied ? 'Copied' : <span className="tabular-nums">{time.toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'long' })}</span>
      }
    >
      <button
        type="button"
        className={cn('-my-1 rounded-sm py-1 whitespace-nowrap hover:text-fg', className)}
        onClick={() => void copyText(value).then(setIsCopied)}
        onPointerLeave={() => setIsCopied(false)}
      >
        <time dateTime={value}>{relativeTimeText(time.getTime(), Math.max(now, time.getTime()))}</time>
      </button>
    </Tooltip>
  )
}
