import { Button, EmptyState } from '@colonnade/ui'
import { FileWarning, Trash2, Upload } from 'lucide-react'
import { useRef } from 'react'
import { previewText } from '../messages.ts'

export interface MissingContentProps {
  readonly mayWrite: boolean
  readonly onUpload: (file: File) => void
  readonly onRemove: () => void
}

/** Explains a file with missing content, with both ways to fix it. */
export function MissingContent({ mayWrite, onUpload, onRemove }: MissingContentProps) {
  const input = useRef<HTMLInputElement>(null)
  const { title, text, readOnly, upload, remove } = previewText.missing
  if (!mayWrite) {
    return (
      <EmptyState icon={<FileWarning aria-hidden />} title={title} className="m-4">
        {readOnly}
      </EmptyState>
    )
  }
  return (
    <EmptyState
      icon={<FileWarning aria-hidden />}
      title={title}
      className="m-4"
      action={
        <div className="flex flex-wrap justify-center gap-2">
          <input
            ref={input}
            type="file"
            hidden
            aria-label={upload}
            onChange={({ target }) => {
              const [file] = target.files ?? []
              if (file !== undefined) onUpload(file)
              // lets the same file be picked again
              target.value = ''
            }}
          />
          <Button variant="primary" onClick={() => input.current?.click()}>
            <Upload aria-hidden /> {upload}
          </Button>
          <Button onClick={onRemove}>
            <Trash2 aria-hidden /> {remove}
          </Button>
        </div>
      }
    >
      {text}
    </EmptyState>
  )
}
