import type { FollowableTable } from '@colonnade/pg-meta/publication-summaries'
import { ConfirmDialog, Switch, toast } from '@colonnade/ui'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { messageOf } from '../../lib/error-notice.tsx'
import { refreshProjectData } from '../keys/keys.ts'
import { followTable, followWarnings } from './followable-tables.ts'
import { followText } from './messages.ts'

export interface FollowSwitchProps {
  readonly projectRef: string
  readonly table: FollowableTable
  readonly mayWrite: boolean
  readonly label: ReactNode
}

/** Whether clients can follow a table. It is asked about first where something about the table is probably a mistake. */
export function FollowSwitch({ projectRef, table, mayWrite, label }: FollowSwitchProps) {
  const client = useQueryClient()
  const [isAsking, setIsAsking] = useState(false)
  const warnings = followWarnings(table)
  const isWhole = table.is_published && !table.is_member
  const change = useMutation({
    mutationFn: (isFollowed: boolean) => followTable(projectRef, table, isFollowed),
    onSuccess: async (_, isFollowed) => {
      toast.success(isFollowed ? followText.enabled(table.name) : followText.disabled(table.name))
      await refreshProjectData(client, projectRef)
    },
  })
  return (
    <>
      <Switch
        isOn={table.is_published}
        disabled={!mayWrite || isWhole || change.isPending}
        label={label}
        onChange={(isFollowed) => {
          if (isFollowed && warnings.length > 0) setIsAsking(true)
          else change.mutate(isFollowed)
        }}
      />
      {isWhole && <p className="text-xs text-faint">{followText.isWhole}</p>}
      {change.error !== null && !isAsking && (
        <p role="alert" className="text-xs wrap-anywhere text-danger">
          {messageOf(change.error)}
        </p>
      )}
      {isAsking && (
        <ConfirmDialog
          isOpen
          onOpenChange={setIsAsking}
          title={followText.confirmTitle(table.name)}
          description={warnings.map((warning) => followText.warnings[warning].long).join(' ')}
          confirmLabel={followText.confirm}
          isDanger={warnings.includes('open')}
          onConfirm={() => change.mutateAsync(true)}
        />
      )}
    </>
  )
}
