import { useQuery } from '@tanstack/react-query'
import { formatBytes } from '../../lib/bytes.ts'
import { estimateText, isTooLarge } from './branch-words.ts'
import { estimateQuery } from './queries.ts'

export interface CopyEstimateProps {
  readonly projectRef: string
  /** Ref of the branch that is to be copied. */
  readonly source: string
}

/** How large what is copied is, and how long that takes, about. */
export function CopyEstimate({ projectRef, source }: CopyEstimateProps) {
  const { data, error } = useQuery(estimateQuery(projectRef, source))
  if (error !== null) return <p className="text-xs text-soft">How long the copy takes is not known: {error.message}</p>
  if (data === undefined) return <output className="block text-xs text-soft">Finding out how long the copy takes …</output>
  if (isTooLarge(data)) {
    return (
      <p role="alert" className="rounded-md border border-warning/40 bg-warning-tint px-3 py-2 text-sm">
        {formatBytes(data.bytes)} are to be copied, and only {formatBytes(data.free_bytes)} are free on this machine: the copy would fail.
      </p>
    )
  }
  return <output className="block text-xs text-soft">{estimateText(data)}</output>
}
