import { IconButton, Popover, Spinner } from '@colonnade/ui'
import { CircleQuestionMark } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { loaded } from '../../lib/late/loaded.ts'
import { helpButtonText } from './messages.ts'

const HelpPanel = lazy(loaded(() => import('./help-panel.tsx'), 'HelpPanel'))

export interface HelpButtonProps {
  /** Of the project that is open; a request for help starts with it. */
  readonly projectRef?: string | undefined
  /** Shows the keyboard shortcuts. */
  readonly onShortcuts: () => void
}

/** Opens the ways to get help. */
export function HelpButton({ projectRef, onShortcuts }: HelpButtonProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Popover
      label={helpButtonText.help}
      align="end"
      className="w-72"
      isOpen={isOpen}
      onOpenChange={setIsOpen}
      trigger={
        <IconButton label={helpButtonText.help} hasTooltip={false}>
          <CircleQuestionMark aria-hidden />
        </IconButton>
      }
    >
      <Suspense
        fallback={
          <output aria-label={helpButtonText.loading} className="flex h-52 items-center justify-center text-faint">
            <Spinner />
          </output>
        }
      >
        <HelpPanel projectRef={projectRef} onShortcuts={onShortcuts} onClose={() => setIsOpen(false)} />
      </Suspense>
    </Popover>
  )
}
