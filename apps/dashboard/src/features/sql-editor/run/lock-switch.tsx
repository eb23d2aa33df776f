import { Badge, Switch, toast, Tooltip } from '@colonnade/ui'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Lock } from 'lucide-react'
import { useState } from 'react'
import { failureText } from '../../../lib/error-notice.tsx'
import { dataApi } from '../../../scope/data-client.ts'
import { useIsAllowed } from '../../../scope/permissions.ts'
import { productionLockQuery } from '../queries.ts'
import { lockText } from './messages.ts'

/** Turns the production lock of a project on and off, where the role allows it. */
export function LockSwitch({ projectRef }: { readonly projectRef: string }) {
  const queryClient = useQueryClient()
  const isAllowed = useIsAllowed(projectRef)('projects:operate')
  const { data: lock } = useQuery(productionLockQuery(projectRef))
  const [isPending, setIsPending] = useState(false)
  const change = async (isLocked: boolean) => {
    setIsPending(true)
    try {
      const changed = await dataApi.sqlRuns.setLock({ params: { ref: projectRef }, body: { is_locked: isLocked } })
      queryClient.setQueryData(productionLockQuery(projectRef).queryKey, changed)
    } catch (thrown) {
      toast.error(failureText(isLocked ? lockText.lockFailed : lockText.unlockFailed, thrown))
    }
    setIsPending(false)
  }
  if (lock === undefined) return null
  return (
    <div className="flex flex-col gap-1.5 border-t pt-3">
      <Switch
        isOn={lock.is_locked}
        disabled={!isAllowed || isPending}
        onChange={(isOn) => void change(isOn)}
        label={<span className="font-medium">{lockText.title}</span>}
      />
      <p className="text-xs text-faint">
        {lockText.hint} {!isAllowed && lockText.notAllowed}
      </p>
    </div>
  )
}

/** Marks a locked project in the bar. */
export function LockMark({ projectRef }: { readonly projectRef: string }) {
  const { data: lock } = useQuery(productionLockQuery(projectRef))
  if (lock?.is_locked !== true) return null
  return (
    <Tooltip content={lockText.badgeHint}>
      <button type="button" className="rounded-full">
        <Badge tone="warning">
          <Lock aria-hidden className="size-3" />
          <span className="@max-lg:sr-only">{lockText.badge}</span>
        </Badge>
      </button>
    </Tooltip>
  )
}
