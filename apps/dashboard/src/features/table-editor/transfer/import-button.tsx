import { Button } from '@colonnade/ui'
import { Upload } from 'lucide-react'
import { useOpen } from '../open/open-context.ts'
import { importButtonText } from './messages.ts'

/** For where there is nothing yet: rows of a file, into the table that is open or a new one. */
export function ImportButton() {
  const { onOpen } = useOpen()
  return (
    <Button onClick={() => onOpen({ kind: 'panel', panel: { kind: 'csv-import' } })}>
      <Upload aria-hidden />
      {importButtonText.importFile}
    </Button>
  )
}
