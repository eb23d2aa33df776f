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
