import { Skeleton } from '@colonnade/ui'

/** While a page's data is on its way. */
export function PagePending() {
  return (
    <output aria-label="Loading" className="flex w-full max-w-6xl flex-col gap-4 px-4 py-6 md:px-8 md:py-8">
      <Skeleton className="h-6 w-48" />
      <Skeleton className="h-24 w-full" />
      <Skeleton className="h-48 w-full" />
    </output>
  )
}

/** The same before the header and the sidebar are there, at the place that they leave. */
export function FramedPending() {
  return (
    <div className="flex min-h-0 flex-1 pt-11 md:pl-12">
      <PagePending />
    </div>
  )
}
