import { useQuery } from '@tanstack/react-query'
import { formatBytes } from '../../lib/bytes.ts'
import { estimateText, isTooLarge } from './branch-words.ts'
import { copyEstimateText } from './messages.ts'
import { estimateQuery } from './queries.ts'

export interface CopyEstimateProps {
  readonly projectRef: string
  /** Ref of the branch to copy. */
  readonly source: string
}

/** How large what is copied is, and how long that takes, about. */
export function CopyEstimate({ projectRef, source }: CopyEstimateProps) {
  const { data, error } = useQuery(estimateQuery(projectRef, source))
  if (error !== null) return <p className="text-xs text-soft">{copyEstimateText.couldntEstimateHowLong(error.message)}</p>
  if (data === undefined) return <output className="block text-xs text-soft">{copyEstimateText.estimatingHowLongCopy}</output>
  if (isTooLarge(data)) {
    return (
      <p role="alert" className="rounded-md border border-warning/40 bg-warning-tint px-3 py-2 text-sm">
        {copyEstimateText.copyNeedsButFree(formatBytes(data.bytes), formatBytes(data.free_bytes))}
      </p>
    )
  }
  return <output className="block text-xs text-soft">{estimateText(data)}</output>
}
