import { Skeleton } from '@colonnade/ui'

/** While a page's data is on its way. */
export function PagePending() {
  return (
    <output aria-label="Loading" className="mx-auto flex w-full max-w-5xl flex-col gap-4 p-6">
      <Skeleton className="h-6 w-48" />
      <Skeleton className="h-24 w-full" />
      <Skeleton className="h-48 w-full" />
    </output>
  )
}
