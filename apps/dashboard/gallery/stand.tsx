import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { createContext, use, useState, type ReactNode } from 'react'

const Shown = createContext<ReactNode>(null)

/**
 * Puts around parts of the dashboard what they need: a client for calls, which `seed` may give answers to begin with, and a router with one other
 * page, `elsewhere`.
 */
export function Stand({ seed, children }: { readonly seed?: (client: QueryClient) => void; readonly children: ReactNode }) {
  const [client] = useState(() => {
    const created = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity, retry: false } } })
    seed?.(created)
    return created
  })
  const [router] = useState(createStandRouter)
  return (
    <QueryClientProvider client={client}>
      <Shown value={children}>
        <RouterProvider router={router} />
      </Shown>
    </QueryClientProvider>
  )
}

export const elsewhere = '/elsewhere'

function createStandRouter() {
  const root = createRootRoute()
  const here = createRoute({ getParentRoute: () => root, path: '/', component: () => use(Shown) })
  const other = createRoute({ getParentRoute: () => root, path: elsewhere, component: () => <p>Another page</p> })
  return createRouter({ routeTree: root.addChildren([here, other]), history: createMemoryHistory() })
}
