import { CodeBlock, Dialog, Field, Select } from '@colonnade/ui'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { DialogForm } from '../../../lib/forms/dialog-form.tsx'
import { signPath } from '../entries/addresses.ts'
import type { FileEntry } from '../entries/entry.ts'
import { linkText } from '../messages.ts'

const durations = [
  { value: '3600', label: linkText.durations.hour },
  { value: '86400', label: linkText.durations.day },
  { value: '604800', label: linkText.durations.week },
  { value: '2592000', label: linkText.durations.month },
  { value: '31536000', label: linkText.durations.year },
] as const

export interface LinkDialogProps {
  readonly projectRef: string
  readonly apiUrl: string
  readonly bucket: string
  readonly file: FileEntry
  readonly onClose: () => void
}

/** Creates a URL that lets anyone read a file for a limited time. */
export function LinkDialog({ projectRef, apiUrl, bucket, file, onClose }: LinkDialogProps) {
  const [seconds, setSeconds] = useState<(typeof durations)[number]['value']>('3600')
  const sign = useMutation({ mutationFn: () => signPath(projectRef, bucket, file.path, { expiresIn: Number(seconds), access: 'write' }) })
  return (
    <Dialog isOpen onOpenChange={(isOpen) => !isOpen && onClose()} title={linkText.title(file.name)} description={linkText.description}>
      <DialogForm submitLabel={linkText.submit} isPending={sign.isPending} error={sign.error} onSubmit={() => sign.mutate()}>
        <Field label={linkText.expires}>
          <Select
            value={seconds}
            options={durations}
            onValueChange={(next) => {
              setSeconds(next)
              sign.reset()
            }}
          />
        </Field>
        {sign.data !== undefined && <CodeBlock label={linkText.label} code={`${apiUrl}/storage/v1${sign.data}`} isWrapped />}
      </DialogForm>
    </Dialog>
  )
}
