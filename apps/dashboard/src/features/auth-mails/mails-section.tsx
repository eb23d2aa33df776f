import { Button, EmptyState } from '@colonnade/ui'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Mailbox, Moon } from 'lucide-react'
import { useState } from 'react'
import { useIsAllowed } from '../../scope/permissions.ts'
import { useProject } from '../../scope/use-project.ts'
import { MailFilters } from './mail-filters.tsx'
import { MailList } from './mail-list.tsx'
import { MailPanel } from './mail-panel.tsx'
import { list, noAccessText, where } from './messages.ts'
import { type MailFilter, mailsQuery } from './queries.ts'
import type { MailsAddress } from './search.ts'

export interface MailsSectionProps extends MailsAddress {
  readonly projectRef: string
}

/** The inbox of a project, or the log of what it sent. */
export function MailsSection({ projectRef, search, onSearch }: MailsSectionProps) {
  const mayRead = useIsAllowed(projectRef)('project_auth:all')
  const { sleep } = useProject(projectRef)
  const [isWanted, setIsWanted] = useState(sleep === 'awake')
  if (!mayRead) return <p className="text-soft">{noAccessText}</p>
  if (!isWanted) {
    return (
      <EmptyState
        icon={<Moon aria-hidden />}
        title={list.asleep}
        action={
          <Button variant="primary" onClick={() => setIsWanted(true)}>
            {list.wake}
          </Button>
        }
      >
        {list.asleepHint}
      </EmptyState>
    )
  }
  return <Mails {...{ projectRef, search, onSearch }} />
}

function Mails({ projectRef, search, onSearch }: MailsSectionProps) {
  const { q, kind, state, open } = search
  const filter: MailFilter = { ...(q !== undefined && { search: q }), ...(kind !== undefined && { kind }), ...(state && { state }) }
  const first = useInfiniteQuery(mailsQuery(projectRef, filter)).data?.pages[0]
  const isNarrowed = [q, kind, state].some((value) => value !== undefined)
  return (
    <div className="flex flex-col gap-4">
      {first && (
        <div className="text-soft">
          <p>{where[first.transport]}</p>
          <p className="text-xs text-faint">{where.count(first.posted_last_hour, first.hourly_limit)}</p>
        </div>
      )}
      <MailFilters {...{ search, onSearch }} />
      <MailList
        projectRef={projectRef}
        filter={filter}
        onOpen={(id) => onSearch({ ...search, open: id })}
        empty={
          <EmptyState icon={<Mailbox aria-hidden />} title={isNarrowed ? list.noMatch : list.none}>
            {isNarrowed ? list.noMatchHint : list.noneHint}
          </EmptyState>
        }
      />
      {open !== undefined && <MailPanel key={open} projectRef={projectRef} id={open} onClose={() => onSearch({ ...search, open: undefined })} />}
    </div>
  )
}
