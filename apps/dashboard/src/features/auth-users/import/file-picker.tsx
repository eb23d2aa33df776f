import { Button, cn } from '@colonnade/ui'
import { FileUp } from 'lucide-react'
import { useRef, useState, type DragEvent } from 'react'
import { importTexts, filePickerText } from './messages.ts'

/** Takes a file that is chosen or dropped. */
export function FilePicker({ onFile }: { readonly onFile: (file: File) => void }) {
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setIsOver] = useState(false)
  const onDrop = (event: DragEvent) => {
    event.preventDefault()
    setIsOver(false)
    const [file] = event.dataTransfer.files
    if (file) onFile(file)
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the button does the same as a drop
    <section
      aria-label={importTexts.drop}
      className={cn(
        'm-4 flex flex-col items-center gap-3 rounded-lg border border-dashed border-strong px-6 py-10 text-center',
        isOver && 'border-accent bg-raised',
      )}
      onDragOver={(event) => {
        event.preventDefault()
        setIsOver(true)
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={onDrop}
    >
      <FileUp aria-hidden className="size-7 stroke-[1.25] text-faint" />
      <p className="text-base font-medium">{importTexts.drop}</p>
      <p className="text-soft">{importTexts.dropHint}</p>
      <Button variant="primary" onClick={() => input.current?.click()}>
        {importTexts.choose}
      </Button>
      <input
        ref={input}
        type="file"
        aria-label={filePickerText.fileUsers}
        className="sr-only"
        tabIndex={-1}
        accept=".csv,.txt,.json,.ndjson,.jsonl,text/csv,text/plain,application/json"
        onChange={(event) => {
          const [file] = event.target.files ?? []
          if (file) onFile(file)
        }}
      />
    </section>
  )
}
