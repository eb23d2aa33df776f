import { Kbd, StatusDot } from '@colonnade/ui'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { BookOpen, Inbox, Keyboard, LifeBuoy, Ticket } from 'lucide-react'
import type { ReactNode } from 'react'
import { paths } from '../../paths.ts'
import { profileQuery } from '../../scope/queries.ts'
import { type Asked, healthSummary } from './health-summary.ts'
import type { HelpButtonProps } from './help-button.tsx'
import { helpPanelText } from './messages.ts'
import { platformHealthQuery, projectHealthQuery } from './queries.ts'

export interface HelpPanelProps extends HelpButtonProps {
  readonly onClose: () => void
}

const entryClass = 'flex min-h-8 items-center gap-2.5 rounded-sm px-2 py-1 text-left text-sm hover:bg-selected [&_svg]:size-4 [&_svg]:text-faint'

/** Where help is, and how things are. Everything here works without the rest of the internet. */
export function HelpPanel({ projectRef, onShortcuts, onClose }: HelpPanelProps) {
  const { data: profile } = useSuspenseQuery(profileQuery)
  return (
    <div className="flex flex-col">
      <nav aria-label={helpPanelText.help} className="flex flex-col p-1">
        <a href={paths.apiReference} target="_blank" rel="noreferrer" className={entryClass} onClick={onClose}>
          <BookOpen aria-hidden />
          {helpPanelText.apiReference}
          <span className="sr-only">{helpPanelText.opensNewTab}</span>
        </a>
        <Entry to={paths.supportNew()} search={{ ref: projectRef }} icon={<LifeBuoy aria-hidden />} onClose={onClose}>
          {helpPanelText.contactSupport}
        </Entry>
        <Entry to={paths.supportTickets} icon={<Ticket aria-hidden />} onClose={onClose}>
          {helpPanelText.myTickets}
        </Entry>
        {profile.is_installation_owner && (
          <Entry to={paths.installationInbox} icon={<Inbox aria-hidden />} onClose={onClose}>
            {helpPanelText.installationInbox}
          </Entry>
        )}
        <button
          type="button"
          className={entryClass}
          onClick={() => {
            onClose()
            onShortcuts()
          }}
        >
          <Keyboard aria-hidden />
          <span className="flex-1">{helpPanelText.keyboardShortcuts}</span>
          <Kbd>?</Kbd>
        </button>
      </nav>
      <Health projectRef={projectRef} />
    </div>
  )
}

interface EntryProps {
  readonly to: string
  readonly search?: { readonly ref: string | undefined }
  readonly icon: ReactNode
  readonly onClose: () => void
  readonly children: ReactNode
}

function Entry({ to, search = { ref: undefined }, icon, onClose, children }: EntryProps) {
  return (
    <Link to={to} search={search} onClick={onClose} className={entryClass}>
      {icon}
      {children}
    </Link>
  )
}

const dots = { good: 'accent', warning: 'warning', bad: 'danger', unknown: 'neutral' } as const

function Health({ projectRef }: { readonly projectRef: string | undefined }) {
  const platform = useQuery(platformHealthQuery)
  const project = useQuery(projectHealthQuery(projectRef))
  const { tone, text } = healthSummary(asked(platform), projectRef === undefined ? null : asked(project))
  return (
    <div className="flex flex-col gap-1 border-t px-3 py-2 text-xs text-faint">
      <output className="flex items-start gap-2 text-soft">
        <StatusDot tone={dots[tone]} isChanging={tone === 'unknown'} className="mt-1" />
        {text}
      </output>
      {platform.data && <p className="pl-4">{helpPanelText.version(platform.data.version)}</p>}
    </div>
  )
}

function asked<Answer>({ data, isError, isFetching }: { data: Answer | undefined; isError: boolean; isFetching: boolean }): Asked<Answer> {
  if (isError && !isFetching) return { kind: 'failed' }
  return data === undefined || isError ? { kind: 'asking' } : { kind: 'answered', answer: data }
}
