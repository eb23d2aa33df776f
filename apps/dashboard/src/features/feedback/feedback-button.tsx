import type { Organization } from '@colonnade/contracts/organizations/organizations'
import type { Project } from '@colonnade/contracts/projects/projects'
import { Button, Popover, Spinner } from '@colonnade/ui'
import { MessageSquare } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useAsked } from '../../lib/asked/use-asked.ts'
import { loaded } from '../../lib/late/loaded.ts'
import { messages, buttonText } from './messages.ts'

const FeedbackPanel = lazy(loaded(() => import('./feedback-panel.tsx'), 'FeedbackPanel'))

export interface FeedbackButtonProps {
  /** Where the person is, which goes along with what they write. */
  readonly project?: Project | undefined
  readonly organization?: Organization | undefined
}

/** Opens a small form in which people say what they think of the product. What is behind it is fetched when it is first opened. */
export function FeedbackButton({ project, organization }: FeedbackButtonProps) {
  const [isOpen, setIsOpen] = useState(false)
  useAsked('feedback', true, () => setIsOpen(true))
  return (
    <Popover
      label={messages.title}
      align="end"
      className="w-96"
      isOpen={isOpen}
      onOpenChange={setIsOpen}
      trigger={
        <Button size="sm" variant="ghost" aria-label={messages.title} className="w-7 px-0 lg:w-auto lg:px-2.5 [&_svg]:size-4 lg:[&_svg]:hidden">
          <MessageSquare aria-hidden />
          <span className="hidden lg:inline">{messages.title}</span>
        </Button>
      }
    >
      <Suspense fallback={<Opening />}>
        <FeedbackPanel project={project} organization={organization} onClose={() => setIsOpen(false)} />
      </Suspense>
    </Popover>
  )
}

function Opening() {
  return (
    <output aria-label={buttonText.loading} className="flex h-52 items-center justify-center text-faint">
      <Spinner />
    </output>
  )
}
