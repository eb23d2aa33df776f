import { useLocation, useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { loaded } from '../../lib/late/loaded.ts'

const AdviceSheet = lazy(loaded(() => import('./advice-sheet.tsx'), 'AdviceSheet'))

/** All findings, when the address ends in #advice: links and notifications open them. Its code is fetched when it is first shown. */
export function LateAdviceSheet({ projectRef }: { readonly projectRef: string }) {
  const isOpen = useLocation({ select: ({ hash }) => hash === 'advice' })
  const [wasOpen, setWasOpen] = useState(isOpen)
  const navigate = useNavigate()
  if (isOpen && !wasOpen) setWasOpen(true)
  if (!wasOpen) return null
  return (
    <Suspense>
      <AdviceSheet
        projectRef={projectRef}
        isOpen={isOpen}
        onOpenChange={(next) => {
          if (!next) void navigate({ to: '.', search: true, hash: '', replace: true, resetScroll: false })
        }}
      />
    </Suspense>
  )
}
