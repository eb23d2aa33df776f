import type { policies } from '@colonnade/pg-meta'
import { ReachTable } from '../../scope/policies/reach-table.tsx'
import { rolesOf } from '../../scope/policies/reach.ts'
import { fileActions, policiesReaching, reachOfAction } from './model/access.ts'
import type { GroupedBucket } from './model/groups.ts'
import { actionText, byUrl, pageText, reachText } from './model/messages.ts'

export interface AccessTableProps {
  readonly bucket: GroupedBucket
  readonly all: readonly policies.Policy[]
}

const columns = fileActions.map(({ id }) => ({ id, label: actionText[id] }))

/** Shows what each role can do with the files in a bucket. */
export function AccessTable({ bucket, all }: AccessTableProps) {
  const reaching = policiesReaching(all, bucket.id)
  return (
    <ReachTable
      label={pageText.accessTo(bucket.name)}
      columns={columns}
      roles={rolesOf(reaching)}
      cellOf={(role, id) => {
        if (id === 'read' && bucket.public) return { reach: 'url', ...byUrl }
        const reach = reachOfAction(reaching, role, fileActions.find((action) => action.id === id)!.needs, bucket.id)
        return { reach, ...reachText[reach] }
      }}
    />
  )
}
