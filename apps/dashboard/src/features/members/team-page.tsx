import { mayDecideAbout } from '@colonnade/contracts/foundation/permissions'
import type { Member } from '@colonnade/contracts/organizations/members'
import { Button, EmptyState } from '@colonnade/ui'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { SearchX, UserPlus, Users } from 'lucide-react'
import { type ReactNode, useDeferredValue, useState } from 'react'
import { countText } from '../../lib/lists/count-text.ts'
import { ListSearch } from '../../lib/lists/list-search.tsx'
import { useSearchText } from '../../lib/lists/use-search-text.ts'
import { Page } from '../../lib/page.tsx'
import { useTitle } from '../../lib/use-title.ts'
import { isAllowed } from '../../scope/permissions.ts'
import { rolesQuery } from '../../scope/clients/roles-query.ts'
import { organizationQuery } from '../../scope/queries.ts'
import { MemberDialog } from './member-dialog.tsx'
import { MemberTable } from './member-table.tsx'
import { membersQuery } from '../../scope/clients/members-query.ts'
import { pageText } from './messages.ts'
import { RemoveMember } from './remove-member.tsx'
import { TwoFactorPanel } from './two-factor-panel.tsx'
import { findMembers, type TeamSearch } from './search.ts'

/** From so many members on they are searched. */
const searchedFrom = 8

export interface TeamPageProps {
  readonly slug: string
  readonly search: TeamSearch
  readonly onSearch: (next: TeamSearch) => void
  /** Opens what invites people; left out for who may not. */
  readonly onInvite?: (() => void) | undefined
  /** Beneath the members. */
  readonly children?: ReactNode
  /** At the end. */
  readonly roleList: ReactNode
}

type Open = { readonly kind: 'none' } | { readonly kind: 'member' | 'removal'; readonly id: string }

/** The people of an organization, and what they may do. */
export function TeamPage({ slug, search, onSearch, onInvite, children, roleList }: TeamPageProps) {
  const { data: organization } = useSuspenseQuery(organizationQuery(slug))
  const { data: members } = useSuspenseQuery(membersQuery(slug))
  const { data: roles = [] } = useQuery(rolesQuery(slug))
  useTitle('Team', organization.name)
  const [text, setText] = useSearchText(search.q, (q) => onSearch({ ...search, q }))
  const words = useDeferredValue(text)
  const [open, setOpen] = useState<Open>({ kind: 'none' })
  const shown = findMembers(members, words)
  const chosen = open.kind === 'none' ? undefined : members.find(({ id }) => id === open.id)
  const isLastOwner = chosen?.role === 'owner' && members.filter(({ role }) => role === 'owner').length === 1
  const isManaged = ({ role, is_self }: Member) =>
    is_self || mayDecideAbout(organization, { role, permissions: roles.find(({ id }) => id === role)?.permissions ?? [] })
  const inviteButton = onInvite && (
    <Button variant="primary" onClick={onInvite}>
      <UserPlus aria-hidden />
      {pageText.invitePeople}
    </Button>
  )
  const close = () => setOpen({ kind: 'none' })
  return (
    <Page title={pageText.title} description={pageText.description(organization.name)} actions={members.length > 1 && inviteButton}>
      <div className="flex flex-col gap-3">
        {(members.length >= searchedFrom || text !== '') && (
          <div className="flex flex-wrap items-center gap-2">
            <ListSearch label={pageText.searchMembers} placeholder={pageText.searchPlaceholder} value={text} onChange={setText} />
            <output className="ml-auto text-xs whitespace-nowrap text-faint tabular-nums">{countText(shown.length, members.length, 'member')}</output>
          </div>
        )}
        {shown.length > 0 ? (
          <MemberTable members={shown} isManaged={isManaged} onOpen={({ id }) => setOpen({ kind: 'member', id })} />
        ) : (
          <EmptyState
            icon={<SearchX aria-hidden />}
            title={pageText.noMatchTitle}
            action={<Button onClick={() => setText('')}>{pageText.showAllMembers}</Button>}
          >
            {pageText.noMatchBody(words.trim().slice(0, 80))}
          </EmptyState>
        )}
        {members.length === 1 && (
          <EmptyState icon={<Users aria-hidden />} title={pageText.aloneTitle} action={inviteButton}>
            {onInvite ? pageText.aloneBody(organization.name) : pageText.aloneReadOnly}
          </EmptyState>
        )}
      </div>
      {children}
      {isAllowed(organization, 'members:manage') && <TwoFactorPanel organization={organization} members={members} />}
      {roleList}
      {chosen !== undefined && open.kind === 'member' && (
        <MemberDialog
          organization={organization}
          member={chosen}
          isLastOwner={isLastOwner}
          onClose={close}
          onRemove={() => setOpen({ kind: 'removal', id: chosen.id })}
        />
      )}
      {chosen !== undefined && open.kind === 'removal' && <RemoveMember organization={organization} member={chosen} onClose={close} />}
    </Page>
  )
}
