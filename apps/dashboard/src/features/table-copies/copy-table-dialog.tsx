import type { Branch } from '@colonnade/contracts/copies/branches'
import { Dialog } from '@colonnade/ui'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ErrorNotice } from '../../lib/error-notice.tsx'
import { projectQuery } from '../../scope/queries.ts'
import { CopyProgress } from './copy-progress.tsx'
import { CopyTableForm } from './copy-table-form.tsx'
import { tableCopyText } from './messages.ts'
import { useLiveCopies } from './queries.ts'

export interface CopyTableDialogProps {
  readonly branch: Branch
  readonly onClose: () => void
}

/** Chooses a table to copy, then follows the copy. Opened again, it shows a copy that is still running. */
export function CopyTableDialog({ branch, onClose }: CopyTableDialogProps) {
  const address = { ref: branch.parent_project_ref, branch: branch.id }
  const { data: project } = useQuery(projectQuery(branch.parent_project_ref))
  const { data: copies, error, retry } = useLiveCopies(address)
  const [followed, setFollowed] = useState<string | null>(null)
  const running = copies?.find(({ status }) => status === 'COPYING')
  // so that its result is also shown
  if (followed === null && running !== undefined) setFollowed(running.id)
  const copy = copies?.find(({ id }) => id === followed)
  const projectName = project?.name ?? ''
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={tableCopyText.title(branch.name)}
      isForm={copy === undefined}
      {...(copy === undefined && { description: tableCopyText.description(projectName) })}
    >
      {error !== null && <ErrorNotice error={error} onRetry={retry} />}
      {copy === undefined ? (
        <CopyTableForm branch={branch} projectName={projectName} onBegun={setFollowed} onClose={onClose} />
      ) : (
        <CopyProgress key={copy.id} address={address} copy={copy} projectName={projectName} onAgain={() => setFollowed('')} onClose={onClose} />
      )}
    </Dialog>
  )
}
