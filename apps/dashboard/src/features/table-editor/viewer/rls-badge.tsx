import type { Entity } from '@colonnade/pg-meta'
import { Badge, Button, buttonClass, ConfirmDialog, Popover } from '@colonnade/ui'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Plus, ShieldCheck, ShieldOff } from 'lucide-react'
import { useState } from 'react'
import { paths } from '../../../paths.ts'
import { sqlKey } from '../../../scope/keys/keys.ts'
import { rlsText, rlsBadgeText } from './messages.ts'
import { PoliciesList } from './policies-list.tsx'
import { stateText, switchRls, switchText } from '../../../scope/relations/rls-switch.ts'
import { rowAccessQuery } from './row-access.ts'

export interface RlsBadgeProps {
  readonly projectRef: string
  readonly entity: Entity
  readonly isWriter: boolean
  /** The table is another one now. */
  readonly onChanged: () => void
}

/** Whether row-level security is on, which policies there are, and the switch. */
export function RlsBadge({ projectRef, entity, isWriter, onChanged }: RlsBadgeProps) {
  const queryClient = useQueryClient()
  const [isAsking, setIsAsking] = useState(false)
  const [isOpen, setIsOpen] = useState(false)
  const { rls_enabled: isEnabled } = entity
  const { data: access } = useQuery(rowAccessQuery(projectRef, entity, null))
  const policies = access?.policies ?? []
  const count = policies.length === 1 ? '1 policy' : `${policies.length} policies`
  const label = isEnabled ? 'RLS' : rlsBadgeText.noRls
  const Icon = isEnabled ? ShieldCheck : ShieldOff
  const text = stateText(isEnabled)
  // a policy does nothing before row-level security is on
  const newPolicy = (
    <Link to={paths.project.newPolicy(projectRef, entity)} className={buttonClass({ size: 'sm', variant: isEnabled ? 'primary' : 'secondary' })}>
      <Plus aria-hidden />
      {rlsText.newPolicy}
    </Link>
  )
  const set = async () => {
    await switchRls(projectRef, entity, !isEnabled)
    void queryClient.invalidateQueries({ queryKey: sqlKey(projectRef, 'row-access') })
    onChanged()
  }
  return (
    <>
      <Popover
        label={rlsBadgeText.rowLevelSecurity}
        className="w-96"
        isOpen={isOpen}
        onOpenChange={setIsOpen}
        trigger={
          <button type="button" className="rounded-full" aria-label={`${isEnabled && access ? rlsBadgeText.policies(count) : label}. ${text}`}>
            <Badge tone={isEnabled ? (access && policies.length === 0 ? 'warning' : 'accent') : 'warning'}>
              <Icon aria-hidden className="size-3" />
              {/* one piece, or the gap between pieces would stand before the comma */}
              <span>
                {label}
                {isEnabled && access && <span className="max-md:hidden">{`, ${count}`}</span>}
              </span>
            </Badge>
          </button>
        }
      >
        <div className="flex flex-col gap-2 p-3">
          <h2 className="font-medium">{isEnabled ? rlsBadgeText.rlsOn : rlsBadgeText.rlsOff}</h2>
          <p className="text-soft">{text}</p>
          {isEnabled && access && policies.length === 0 && <p className="text-soft">{rlsText.noPolicies}</p>}
          {!isEnabled && policies.length > 0 && <p className="text-soft">{rlsText.unused(count)}</p>}
          {isWriter && (
            <div className="flex flex-wrap gap-2">
              {isEnabled && newPolicy}
              <Button
                size="sm"
                variant={isEnabled ? 'secondary' : 'primary'}
                onClick={() => {
                  setIsOpen(false)
                  setIsAsking(true)
                }}
              >
                {isEnabled ? rlsBadgeText.disableMenu : rlsBadgeText.enableMenu}
              </Button>
              {!isEnabled && newPolicy}
            </div>
          )}
        </div>
        <PoliciesList policies={policies} />
      </Popover>
      <ConfirmDialog
        isOpen={isAsking}
        onOpenChange={setIsAsking}
        title={isEnabled ? rlsBadgeText.disableTitle(entity.name) : rlsBadgeText.enableTitle(entity.name)}
        description={switchText(!isEnabled, policies.length)}
        confirmLabel={isEnabled ? rlsBadgeText.disable : rlsBadgeText.enable}
        isDanger={isEnabled}
        onConfirm={set}
      />
    </>
  )
}
