import { Skeleton } from '@colonnade/ui'
import { ErrorNotice } from '../error-notice.tsx'

export interface AwaitedRolesProps {
  /** Why they did not come. */
  readonly error: unknown
  readonly onRetry: () => void
}

/** Stands where roles of an organization will: they are on their way, or did not come and can be asked for again. */
export function AwaitedRoles({ error, onRetry }: AwaitedRolesProps) {
  return error ? (
    <ErrorNotice error={error} subject="Failed to load roles" onRetry={onRetry} />
  ) : (
    <output aria-label="Loading roles">
      <Skeleton className="h-9 w-full" />
    </output>
  )
}
