import { relativeTimeText } from '@colonnade/ui'
import { useState } from 'react'

/** When something was, for a row among thousands: without what `RelativeTime` does by the minute and on a click. */
export function PlainTime({ value }: { readonly value: string }) {
  const [now] = useState(() => Date.now())
  const time = new Date(value)
  return (
    <time dateTime={value} title={time.toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'long' })} className="whitespace-nowrap">
      {relativeTimeText(time.getTime(), Math.max(now, time.getTime()))}
    </time>
  )
}
