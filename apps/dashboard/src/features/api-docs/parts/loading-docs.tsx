import { Skeleton } from '@colonnade/ui'

/** Lines in place of what is loading. */
export function LoadingDocs({ label }: { readonly label: string }) {
  return (
    <output aria-label={label} className="flex flex-col gap-4">
      {['w-1/2', 'w-full', 'w-2/3', 'w-3/4'].map((width) => (
        <Skeleton key={width} className={`h-4 ${width}`} />
      ))}
    </output>
  )
}
