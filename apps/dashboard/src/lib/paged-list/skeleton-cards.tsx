import { Skeleton } from '@colonnade/ui'

export interface SkeletonCardsProps {
  /** The lines of each entry: their widths, and heights where they are lower than text. */
  readonly lines: readonly string[]
}

/** The shape of a list in a frame whose entries have several lines. */
export function SkeletonCards({ lines }: SkeletonCardsProps) {
  return (
    <span className="flex flex-col ruled rounded-lg border bg-surface">
      {['a', 'b', 'c'].map((key) => (
        <span key={key} className="flex flex-col gap-3 p-4">
          {lines.map((line) => (
            <Skeleton key={line} className={line} />
          ))}
        </span>
      ))}
    </span>
  )
}
