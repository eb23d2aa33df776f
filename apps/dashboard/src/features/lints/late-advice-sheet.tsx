import { CatchBoundary, useLocation, useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { ErrorNotice } from '../../lib/error-notice.tsx'

const AdviceSheet = lazy(async () => ({ default: (await import('./advice-sheet.tsx')).AdviceSheet }))

/** All findings, when the address ends in #advice: links and notifications open them. Its code is fetched when it is first shown. */
export function LateAdviceSheet({ projectRef }: { readonly projectRef: string }) {
  const isOpen = useLocation({ select: ({ hash }) => hash === 'advice' })
  const [wasOpen, setWasOpen] = useState(isOpen)
  const navigate = useNavigate()
  if (isOpen && !wasOpen) setWasOpen(true)
  if (!wasOpen) return null
  return (
    <CatchBoundary getResetKey={() => projectRef} errorComponent={SheetFailure}>
      <Suspense>
        <AdviceSheet
          projectRef={projectRef}
          isOpen={isOpen}
          onOpenChange={(next) => {
            if (!next) void navigate({ to: '.', search: true, hash: '', replace: true, resetScroll: false })
          }}
        />
      </Suspense>
    </CatchBoundary>
  )
}

/** Its code could not be had: Colonnade was updated since the page was opened, or is away. */
function SheetFailure({ error }: { readonly error: unknown }) {
  return <ErrorNotice error={error} subject="Failed to load all advice" onRetry={() => location.reload()} className="m-4" />
}
