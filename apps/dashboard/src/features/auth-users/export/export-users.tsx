import { isAppError } from '@colonnade/core'
import { Checkbox, Dialog, Field, SegmentedControl, toast } from '@colonnade/ui'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { DialogForm } from '../../../lib/forms/dialog-form.tsx'
import { followDownload } from '../../../lib/save-file.ts'
import { dataApi } from '../../../scope/data-client.ts'
import { ProofDialog } from '../../../scope/proof/proof-dialog.tsx'
import { listQueryOf } from '../queries.ts'
import { isNarrowed, type UsersSearch } from '../search.ts'
import { exportUsersText } from './messages.ts'

export interface ExportUsersProps {
  readonly projectRef: string
  readonly search: UsersSearch
  readonly onClose: () => void
}

const formats = [
  { value: 'csv', label: exportUsersText.csv },
  { value: 'ndjson', label: exportUsersText.ndjson },
] as const

/** Asks what a file of users should have, and lets the browser save it. Hashes take a recent sign-in. */
export function ExportUsers({ projectRef, search, onClose }: ExportUsersProps) {
  const [format, setFormat] = useState<'csv' | 'ndjson'>('csv')
  const [isFiltered, setIsFiltered] = useState(isNarrowed(search))
  const [hasHashes, setHasHashes] = useState(false)
  const [isProving, setIsProving] = useState(false)
  const body = { ...(isFiltered && listQueryOf(search)), format, with_hashes: hasHashes }
  const download = async () => {
    const { url, file_name: name } = await dataApi.userExports.create({ params: { ref: projectRef }, body })
    followDownload(url, name)
    toast.success(exportUsersText.exportStarted)
    onClose()
  }
  const start = useMutation({
    mutationFn: download,
    onError: (error) => isAppError(error, 'sign_in_again') && setIsProving(true),
  })
  if (isProving)
    return <ProofDialog isOpen title={exportUsersText.hashesTitle} submitLabel={exportUsersText.exportUsers} onProven={download} onClose={onClose} />
  return (
    <Dialog isOpen onOpenChange={(isOpen) => !isOpen && onClose()} title={exportUsersText.exportUsers} description={exportUsersText.description}>
      <DialogForm submitLabel={exportUsersText.exportUsers} isPending={start.isPending} error={start.error} onSubmit={() => start.mutate()}>
        <Field label={exportUsersText.format}>
          <SegmentedControl label={exportUsersText.format} className="self-start" value={format} onValueChange={setFormat} options={formats} />
        </Field>
        {isNarrowed(search) && <Checkbox isChecked={isFiltered} onCheckedChange={setIsFiltered} label={exportUsersText.onlyMatching} />}
        <Checkbox isChecked={hasHashes} onCheckedChange={setHasHashes} label={exportUsersText.includeHashes} />
        {hasHashes && <p className="text-xs text-warning">{exportUsersText.hashesBody}</p>}
      </DialogForm>
    </Dialog>
  )
}
