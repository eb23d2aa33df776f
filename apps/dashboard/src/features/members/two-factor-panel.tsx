import type { Member } from '@colonnade/contracts/organizations/members'
import type { Organization } from '@colonnade/contracts/organizations/organizations'
import { Button, buttonClass, ConfirmDialog, Panel, PanelContent, toast } from '@colonnade/ui'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { pages } from '../../paths.ts'
import { useRequireTwoFactor } from './mutations.ts'

/** Names that are told before members lose something. */
const namedMembers = 5

/** Whether members need two-step sign-in, for who decides it. */
export function TwoFactorPanel({ organization, members }: { readonly organization: Organization; readonly members: readonly Member[] }) {
  const { slug, name, requires_two_factor: isRequired } = organization
  const [isOpen, setIsOpen] = useState(false)
  const require = useRequireTwoFactor(slug)
  const lacking = members.filter(({ has_two_factor: has }) => has === false)
  const selfLacks = lacking.some(({ is_self }) => is_self)
  const others = lacking.filter(({ is_self }) => !is_self)
  const named = others.slice(0, namedMembers).map(({ username }) => username)
  const more = others.length - named.length
  return (
    <Panel label="Two-step sign-in">
      <PanelContent className="flex items-center justify-between gap-4 max-sm:flex-col max-sm:items-start">
        <div className="min-w-0">
          <h2 className="text-sm font-medium">Two-step sign-in</h2>
          <p className="text-sm wrap-anywhere text-soft">
            {isRequired ? 'Everybody here needs it. ' : 'Nobody here needs it. '}
            {lacking.length === 0
              ? 'All members have it.'
              : `${lacking.length} of ${members.length} do not have it${isRequired ? ' and are locked out until they do' : ''}.`}
            {selfLacks && !isRequired && ' You can ask it of others once you have it yourself.'}
          </p>
        </div>
        {selfLacks && !isRequired ? (
          <Link to={pages.account.security} className={buttonClass()}>
            Set it up
          </Link>
        ) : (
          <Button onClick={() => setIsOpen(true)}>{isRequired ? 'Stop requiring it' : 'Require it'}</Button>
        )}
      </PanelContent>
      <ConfirmDialog
        isOpen={isOpen}
        onOpenChange={setIsOpen}
        title={isRequired ? 'Stop requiring two-step sign-in?' : `Require two-step sign-in in ${name}?`}
        description={
          isRequired
            ? `A password alone is enough again to get into ${name}. Who has two-step sign-in keeps it.`
            : others.length === 0
              ? 'All members have it already; who joins later has to turn it on first.'
              : `${named.join(', ')}${more > 0 ? ` and ${more} more` : ''} will be locked out of ${name} at once, with their access tokens, until they have turned it on, or sign in with a passkey.`
        }
        confirmLabel={isRequired ? 'Stop requiring it' : 'Require it'}
        onConfirm={async () => {
          await require.mutateAsync(!isRequired)
          toast.success(isRequired ? 'Two-step sign-in no longer required' : 'Two-step sign-in required')
        }}
      />
    </Panel>
  )
}
