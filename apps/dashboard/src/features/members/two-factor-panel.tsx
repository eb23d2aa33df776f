import type { Member } from '@colonnade/contracts/organizations/members'
import type { Organization } from '@colonnade/contracts/organizations/organizations'
import { Button, buttonClass, ConfirmDialog, Panel, PanelContent, toast } from '@colonnade/ui'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { pages } from '../../paths.ts'
import { twoStepText } from './messages.ts'
import { useRequireTwoFactor } from './mutations.ts'

/** The most members named in the warning before they lose access. */
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
    <Panel label={twoStepText.title}>
      <PanelContent className="flex items-center justify-between gap-4 max-sm:flex-col max-sm:items-start">
        <div className="min-w-0">
          <h2 className="text-sm font-medium">{twoStepText.title}</h2>
          <p className="text-sm wrap-anywhere text-soft">
            {isRequired ? twoStepText.required : twoStepText.optional}
            {lacking.length === 0 ? twoStepText.allHaveIt : twoStepText.lacking(lacking.length, members.length, isRequired)}
            {selfLacks && !isRequired && twoStepText.turnOnFirst}
          </p>
        </div>
        {selfLacks && !isRequired ? (
          <Link to={pages.account.security} className={buttonClass()}>
            {twoStepText.setUp}
          </Link>
        ) : (
          <Button onClick={() => setIsOpen(true)}>{isRequired ? twoStepText.stopRequiring : twoStepText.require}</Button>
        )}
      </PanelContent>
      <ConfirmDialog
        isOpen={isOpen}
        onOpenChange={setIsOpen}
        title={isRequired ? twoStepText.stopTitle : twoStepText.requireTitle(name)}
        description={
          isRequired ? twoStepText.stopBody(name) : others.length === 0 ? twoStepText.requireBody : twoStepText.lockedOut(named, more, name)
        }
        confirmLabel={isRequired ? twoStepText.stopRequiring : twoStepText.require}
        onConfirm={async () => {
          await require.mutateAsync(!isRequired)
          toast.success(isRequired ? twoStepText.stopped : twoStepText.nowRequired)
        }}
      />
    </Panel>
  )
}
