import { Button } from '@colonnade/ui'
import { useState } from 'react'
import { numberText } from '../../../../lib/texts/rows-text.ts'
import { shownColumns } from '../limits.ts'
import { moreColumnsText } from './messages.ts'

export interface ShownColumns {
  readonly count: number
  readonly more: () => void
}

/** How many of many columns are listed. */
export function useShownColumns(total: number): ShownColumns {
  const [count, setCount] = useState(shownColumns)
  return { count: Math.min(count, total), more: () => setCount(count + shownColumns * 5) }
}

export function MoreColumns({ shown, total }: { readonly shown: ShownColumns; readonly total: number }) {
  if (shown.count >= total) return null
  return (
    <div className="flex items-center gap-3">
      <Button size="sm" onClick={shown.more}>
        {moreColumnsText.showMoreColumns}
      </Button>
      <span className="text-xs text-faint">{moreColumnsText.of(numberText(shown.count), numberText(total))}</span>
    </div>
  )
}
