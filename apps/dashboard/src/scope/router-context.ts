import type { QueryClient } from '@tanstack/react-query'
import type { Variant } from './variant.ts'

/** What every route's loader gets. */
export interface RouterContext {
  readonly queryClient: QueryClient
  readonly variant: Variant
}
