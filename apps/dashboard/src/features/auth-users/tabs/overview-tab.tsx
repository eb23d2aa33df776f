import type { AuthUserDetails } from '@colonnade/contracts/auth/users'
import { CopyButton, RelativeTime } from '@colonnade/ui'
import type { ReactNode } from 'react'
import { Fact } from '../../../lib/object-page/fact.tsx'
import { providerText } from '../user-words.ts'
import { overviewTabText } from './messages.ts'

/** The facts about a user. */
export function OverviewTab({ user }: { readonly user: AuthUserDetails }) {
  return (
    <dl className="grid grid-cols-1 gap-x-6 gap-y-3 sm:grid-cols-2 [&_dt]:text-xs [&_dt]:text-faint">
      <Fact term="Id">
        <span className="flex items-center gap-1">
          <span className="font-mono text-xs">{user.id}</span>
          <CopyButton text={user.id} label={overviewTabText.copyId} />
        </span>
      </Fact>
      <Fact term="Name">{user.name ?? '–'}</Fact>
      <Fact term="Email">
        {user.email ?? '–'}
        <Quiet>{user.email !== null && (user.email_confirmed_at === null ? overviewTabText.notConfirmed : 'confirmed')}</Quiet>
        <Quiet>{user.new_email !== null && overviewTabText.changingEmail(user.new_email)}</Quiet>
      </Fact>
      <Fact term="Phone">
        {user.phone ?? '–'}
        <Quiet>{user.phone !== null && (user.phone_confirmed_at === null ? overviewTabText.notConfirmed : 'confirmed')}</Quiet>
        <Quiet>{user.new_phone !== null && overviewTabText.changingPhone(user.new_phone)}</Quiet>
      </Fact>
      <Fact term={overviewTabText.signsInWith}>
        {[...user.providers.map(providerText), ...(user.has_password ? ['a password'] : [])].join(', ') || '–'}
      </Fact>
      <Fact term={overviewTabText.databaseRole}>{user.role ?? '–'}</Fact>
      <Fact term="Created">
        <Time at={user.created_at} />
      </Fact>
      <Fact term={overviewTabText.lastSignIn}>
        <Time at={user.last_sign_in_at} none="Never" />
      </Fact>
      <Fact term="Changed">
        <Time at={user.updated_at} />
      </Fact>
      {user.invited_at !== null && (
        <Fact term="Invited">
          <Time at={user.invited_at} />
        </Fact>
      )}
      {user.banned_until !== null && (
        <Fact term={overviewTabText.bannedUntil}>
          <time dateTime={user.banned_until}>
            {new Date(user.banned_until).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' })}
          </time>
        </Fact>
      )}
    </dl>
  )
}

function Time({ at, none = '–' }: { readonly at: string | null; readonly none?: string }) {
  return at === null ? none : <RelativeTime value={at} />
}

function Quiet({ children }: { readonly children: ReactNode }) {
  return children === false ? null : <span className="ml-2 text-xs text-faint">{children}</span>
}
