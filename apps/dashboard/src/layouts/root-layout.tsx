import { Toaster, TooltipProvider } from '@colonnade/ui'
import { Outlet, useRouterState } from '@tanstack/react-router'
import { ConnectionNotice } from './connection-notice.tsx'

/** Around every page: what only exists once. */
export function RootLayout() {
  return (
    <TooltipProvider>
      <PendingBar />
      <div className="isolate flex h-full flex-col">
        <ConnectionNotice />
        <Outlet />
      </div>
      <Toaster />
    </TooltipProvider>
  )
}

/** A line at the top while the next page is on its way. */
function PendingBar() {
  const isLoading = useRouterState({ select: (state) => state.isLoading })
  return (
    <div aria-hidden className="pointer-events-none fixed inset-x-0 top-0 z-70 h-0.5 overflow-hidden">
      {isLoading && <div className="h-full w-full animate-pulse bg-accent" />}
    </div>
  )
}
