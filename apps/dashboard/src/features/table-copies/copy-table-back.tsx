import { Button, type ButtonProps } from '@colonnade/ui'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { loaded } from '../../lib/late/loaded.ts'
import { branchesQuery } from '../../scope/branches/branches-query.ts'
import { useIsAllowed } from '../../scope/permissions.ts'
import { tableCopyText } from './messages.ts'

const CopyTableDialog = lazy(loaded(() => import('./copy-table-dialog.tsx'), 'CopyTableDialog'))

export interface CopyTableBackProps extends Pick<ButtonProps, 'className'> {
  /** Ref of the page's project: the branch, or the project that it belongs to. */
  readonly projectRef: string
  /** Ref of the branch's project. */
  readonly branchRef: string
}

/** Offers to copy a table from a restored branch into its project; nothing to those who can't write there, or while the branch isn't ready. */
export function CopyTableBack({ projectRef, branchRef, className }: CopyTableBackProps) {
  const [isOpen, setIsOpen] = useState(false)
  // the branch may just have been restored
  const { data: branches } = useQuery({ ...branchesQuery(projectRef), staleTime: 0 })
  const mayWrite = useIsAllowed(projectRef)('database:write')
  const branch = branches?.find(({ project_ref: ref, is_default: isDefault }) => ref === branchRef && !isDefault)
  const isReady = branch?.status === 'ACTIVE_HEALTHY'
  if (!mayWrite || branch === undefined || (!isReady && !isOpen)) return null
  return (
    <>
      <Button size="sm" className={className} onClick={() => setIsOpen(true)}>
        {tableCopyText.copyBack}
      </Button>
      {isOpen && (
        <Suspense>
          <CopyTableDialog branch={branch} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
