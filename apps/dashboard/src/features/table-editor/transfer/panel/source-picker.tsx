import { Button, Field, Textarea } from '@colonnade/ui'
import { FileUp } from 'lucide-react'
import { useRef, useState, type ClipboardEvent } from 'react'
import { sourcePickerText } from './messages.ts'

export interface SourcePickerProps {
  readonly onFile: (file: File) => void
  readonly onText: (text: string) => void
}

/** Where rows come from: a file that is chosen or dropped, or text that is pasted. */
export function SourcePicker({ onFile, onText }: SourcePickerProps) {
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState('')
  const onPaste = (event: ClipboardEvent) => {
    const pasted = event.clipboardData.getData('text/plain')
    // a whole sheet would only make the field slow
    if (text !== '' || !/[\n\t]/.test(pasted.trim())) return
    event.preventDefault()
    onText(pasted)
  }
  return (
    <div className="flex flex-col gap-5 p-4">
      <div className="flex flex-col items-center gap-3 rounded-lg border border-dashed border-strong px-6 py-10 text-center">
        <FileUp aria-hidden className="size-7 stroke-[1.25] text-faint" />
        <div className="flex flex-col gap-1">
          <p className="text-base font-medium">{sourcePickerText.dropFileAnywherePage}</p>
          <p className="text-soft">{sourcePickerText.formats}</p>
        </div>
        <Button variant="primary" onClick={() => input.current?.click()}>
          {sourcePickerText.chooseFile}
        </Button>
        <input
          ref={input}
          type="file"
          aria-label={sourcePickerText.file}
          className="sr-only"
          tabIndex={-1}
          accept=".csv,.tsv,.tab,.txt,.json,.ndjson,.jsonl,text/csv,text/tab-separated-values,text/plain,application/json"
          onChange={(event) => {
            const [file] = event.target.files ?? []
            if (file) onFile(file)
          }}
        />
      </div>
      <Field label={sourcePickerText.pasteRows} hint={sourcePickerText.pasteHint}>
        <Textarea isMono rows={5} spellCheck={false} value={text} onPaste={onPaste} onChange={(event) => setText(event.target.value)} />
      </Field>
      {text.trim() !== '' && (
        <div>
          <Button onClick={() => onText(text)}>{sourcePickerText.submitText}</Button>
        </div>
      )}
    </div>
  )
}
