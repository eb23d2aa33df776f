import { Badge, Switch, toast, Tooltip } from '@colonnade/ui'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Lock } from 'lucide-react'
import { useState } from 'react'
import { failureText } from '../../../lib/error-notice.tsx'
import { dataApi } from '../../../scope/data-client.ts'
import { useIsAllowed } from '../../../scope/permissions.ts'
import { productionLockQuery } from '../queries.ts'

/** Switches the production lock of a project, for those who may. */
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
      toast.error(failureText(`${isLocked ? 'lock' : 'unlock'} the project`, thrown))
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
        label={<span className="font-medium">Production lock</span>}
      />
      <p className="text-xs text-faint">
        While it is on, nothing in the database is changed from here or through the API unless the author types the name of the project, each time. It
        holds for everybody; connections of your own, like psql, are not held up. {!isAllowed && 'Administrators and owners may switch it.'}
      </p>
    </div>
  )
}

/** A mark in the bar while the project is locked. */
export function LockMark({ projectRef }: { readonly projectRef: string }) {
  const { data: lock } = useQuery(productionLockQuery(projectRef))
  if (lock?.is_locked !== true) return null
  return (
    <Tooltip content="Production lock: statements that change something ask for the project's name first. It is switched in the options.">
      <button type="button" className="rounded-full">
        <Badge tone="warning">
          <Lock aria-hidden className="size-3" />
          <span className="@max-lg:sr-only">Locked</span>
        </Badge>
      </button>
    </Tooltip>
  )
}
