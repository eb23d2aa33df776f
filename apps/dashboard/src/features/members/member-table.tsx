import type { Member } from '@colonnade/contracts/organizations/members'
import { Avatar, Badge, Button } from '@colonnade/ui'
import { LongTable } from '../../lib/lists/long-table.tsx'
import { PlainTime } from '../../lib/lists/plain-time.tsx'
import { entryProps } from '../../lib/lists/use-list-keys.ts'
import { tableText } from './messages.ts'
import { accessText } from './project-access.ts'

export interface MemberTableProps {
  readonly members: readonly Member[]
  /** Whether there is something to be done about somebody. */
  readonly isManaged: (member: Member) => boolean
  readonly onOpen: (member: Member) => void
}

/** Who belongs to an organization; each opens to what can be done about them. */
export function MemberTable({ members, isManaged, onOpen }: MemberTableProps) {
  return (
    <LongTable
      label={tableText.members}
      items={members}
      keyOf={({ id }) => id}
      columns={[
        {
          label: tableText.member,
          renderCell: (member, tabIndex) => (
            <div className="flex items-center gap-3">
              <Avatar src={member.profileImageUrl} />
              <div className="min-w-0 flex-1">
                <span className="flex min-w-0 items-center gap-2">
                  <button
                    {...entryProps}
                    type="button"
                    tabIndex={tabIndex}
                    title={member.username}
                    className="min-w-0 truncate rounded-sm font-medium hover:text-accent"
                    onClick={() => onOpen(member)}
                  >
                    {member.username}
                  </button>
                  {member.is_self && <Badge tone="accent">{tableText.you}</Badge>}
                </span>
                <span className="block truncate text-xs text-faint" title={member.primary_email}>
                  {member.primary_email}
                </span>
              </div>
              <span className="max-w-2/5 shrink-0 text-right text-xs wrap-anywhere text-soft md:hidden">{member.role_name}</span>
            </div>
          ),
        },
        {
          label: tableText.role,
          className: 'w-40',
          renderCell: (member) => (
            <span className="block text-soft">
              {member.role_name}
              {accessText(member) !== null && <span className="block text-xs text-faint">{accessText(member)}</span>}
            </span>
          ),
        },
        {
          label: tableText.lastSeen,
          className: 'w-36',
          renderCell: ({ last_seen_at: seen }) => <span className="text-soft">{seen === null ? tableText.never : <PlainTime value={seen} />}</span>,
        },
        {
          label: tableText.memberSince,
          className: 'w-36 max-lg:hidden',
          renderCell: ({ joined_at }) => (
            <span className="text-soft">
              <PlainTime value={joined_at} />
            </span>
          ),
        },
        {
          label: tableText.actions,
          className: 'w-24 text-right',
          renderCell: (member, tabIndex) =>
            isManaged(member) && (
              <Button size="sm" tabIndex={tabIndex} aria-label={tableText.manageMember(member.username)} onClick={() => onOpen(member)}>
                {tableText.manage}
              </Button>
            ),
        },
      ]}
    />
  )
}
