import { createRouter } from '@tanstack/react-router'
import { UnknownPage } from './layouts/not-found.tsx'
import { PageError } from './layouts/page-error.tsx'
import { PagePending } from './layouts/page-pending.tsx'
import { parseSearch, stringifySearch } from './lib/search-params.ts'
import { routeTree } from './route-tree.gen.ts'
import { mayPreload } from './scope/may-preload.ts'
import type { RouterContext } from './scope/router-context.ts'

/** Hovering a link for this long fetches its page (spec §9). */
const preloadDelayMs = 75

export function buildRouter(context: RouterContext) {
  const router = createRouter({
    routeTree,
    context,
    defaultPreload: 'intent',
    defaultPreloadDelay: preloadDelayMs,
    // freshness is the query client's business
    defaultPreloadStaleTime: 0,
    defaultPendingMs: 150,
    defaultPendingMinMs: 200,
    defaultPendingComponent: PagePending,
    defaultErrorComponent: PageError,
    defaultNotFoundComponent: UnknownPage,
    scrollRestoration: true,
    parseSearch,
    stringifySearch,
  })
  const { preloadRoute } = router
  router.preloadRoute = async (options) => {
    const { pathname } = router.buildLocation(options as Parameters<typeof router.buildLocation>[0])
    return mayPreload(context.queryClient, pathname) ? preloadRoute(options) : undefined
  }
  return router
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof buildRouter>
  }
}
