import { ChevronRight } from 'lucide-react'
import { useId, useState, type ReactNode } from 'react'

export interface FoldProps {
  readonly title: string
  /** What is in it, in a few words, while it is shut. */
  readonly summary?: ReactNode
  readonly isOpenAtFirst?: boolean
  /** Opens it: something in it needs attention. */
  readonly isNeeded?: boolean
  readonly children: ReactNode
}

/** A part of the form that is shut until it is needed. */
export function Fold({ title, summary, isOpenAtFirst = false, isNeeded = false, children }: FoldProps) {
  const [isChosen, setIsChosen] = useState<boolean | null>(null)
  const isOpen = isNeeded || (isChosen ?? isOpenAtFirst)
  const id = useId()
  return (
    <section className="border-t">
      <h3>
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={id}
          className="flex min-h-10 w-full flex-wrap items-center gap-x-2 px-4 py-1.5 text-left text-sm font-medium hover:bg-hover"
          onClick={() => setIsChosen(!isOpen)}
        >
          <span className="flex min-w-0 items-center gap-2">
            <ChevronRight aria-hidden className={`size-3.5 shrink-0 text-faint transition-transform ${isOpen ? 'rotate-90' : ''}`} />
            <span className="min-w-0 wrap-anywhere">{title}</span>
          </span>
          <span className="ml-auto max-w-full truncate text-xs font-normal text-faint">{summary}</span>
        </button>
      </h3>
      {isOpen && (
        <div id={id} className="flex flex-col gap-4 px-4 pt-1 pb-4">
          {children}
        </div>
      )}
    </section>
  )
}
