import { Toaster, TooltipProvider } from '@colonnade/ui'
import { Outlet, useRouterState } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { loaded } from '../lib/late/loaded.ts'
import { useAreUploadsStarted } from '../scope/storage/started-uploads.ts'
import { ConnectionNotice } from './connection-notice.tsx'

const UploadTray = lazy(loaded(() => import('../features/storage-files/uploads/upload-tray.tsx'), 'UploadTray'))

/** Around every page: what only exists once. */
export function RootLayout() {
  return (
    <TooltipProvider>
      <PendingBar />
      <div className="isolate flex h-full flex-col">
        <ConnectionNotice />
        <Outlet />
      </div>
      <Uploads />
      <Toaster />
    </TooltipProvider>
  )
}

/** Uploads go on while somebody looks at other pages. */
function Uploads() {
  return (
    useAreUploadsStarted() && (
      <Suspense>
        <UploadTray />
      </Suspense>
    )
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
