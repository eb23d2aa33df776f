import { Button } from '@colonnade/ui'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CircleCheck } from 'lucide-react'
import { useState } from 'react'
import { paths } from '../../paths.ts'
import { profileQuery } from '../../scope/queries.ts'
import type { FeedbackButtonProps } from './feedback-button.tsx'
import { FeedbackForm } from './feedback-form.tsx'
import { messages, panelText } from './messages.ts'

export interface FeedbackPanelProps extends FeedbackButtonProps {
  readonly onClose: () => void
}

/** What the popover holds: the form, and the thank-you after it. */
export function FeedbackPanel({ project, organization, onClose }: FeedbackPanelProps) {
  const { data: profile } = useSuspenseQuery(profileQuery)
  const [isSent, setIsSent] = useState(false)
  if (isSent) return <Thanks onAnother={() => setIsSent(false)} onClose={onClose} projectRef={project?.ref} />
  return (
    <FeedbackForm
      profileId={profile.id}
      projectRef={project?.ref}
      organizationSlug={organization?.slug ?? project?.organization_slug}
      onSent={() => setIsSent(true)}
    />
  )
}

interface ThanksProps {
  readonly projectRef: string | undefined
  readonly onAnother: () => void
  readonly onClose: () => void
}

function Thanks({ projectRef, onAnother, onClose }: ThanksProps) {
  return (
    <div className="flex flex-col items-center gap-3 px-5 py-6 text-center">
      <CircleCheck aria-hidden className="size-7 text-accent" strokeWidth={1.5} />
      <output>
        <h2 className="text-base font-medium">{messages.thanks}</h2>
        <p className="mt-1 text-balance text-soft">{panelText.sent}</p>
      </output>
      <div className="mt-1 flex gap-2">
        <Button size="sm" onClick={onAnother}>
          {panelText.writeAnother}
        </Button>
        {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- the button that had the focus is gone */}
        <Button size="sm" variant="primary" autoFocus onClick={onClose}>
          {panelText.close}
        </Button>
      </div>
      <p className="text-xs text-faint">
        {panelText.needAnswer}
        <Link to={paths.supportNew()} search={{ ref: projectRef }} onClick={onClose} className="rounded-sm text-accent underline underline-offset-2">
          {panelText.askHelp}
        </Link>
      </p>
    </div>
  )
}
