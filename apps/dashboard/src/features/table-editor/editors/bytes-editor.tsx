import { Button, SegmentedControl, Textarea } from '@colonnade/ui'
import { useRef, useState } from 'react'
import { base64OfBytes, bytesOfBase64, bytesOfHex, hexOfBytes } from '../../../lib/data-grid/values/bytes-text.ts'
import type { ValueEditorProps } from './editor-props.ts'
import { bytesEditorText } from './messages.ts'

/** Files beyond this are no values to be typed: they are sent as text twice their size. */
const maxFileBytes = 4 * 1024 * 1024

const ways = [
  { value: 'hex', label: bytesEditorText.hex },
  { value: 'base64', label: bytesEditorText.base64 },
] as const

/** Bytes in hex or base64, or those of a file. */
export function BytesEditor({ label, value, onChange, placeholder, isReadOnly = false, rows = 3 }: ValueEditorProps) {
  const [way, setWay] = useState<'hex' | 'base64'>('hex')
  // what is typed in base64 is bytes only now and then
  const [draft, setDraft] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const file = useRef<HTMLInputElement>(null)
  const bytes = value === null ? null : bytesOfHex(value)
  const text = way === 'hex' ? (value ?? '') : (draft ?? (bytes === null ? '' : base64OfBytes(bytes)))
  const type = (typed: string) => {
    setProblem(null)
    if (way === 'hex') return onChange(typed)
    setDraft(typed)
    const read = bytesOfBase64(typed)
    if (read === null) setProblem(bytesEditorText.notValidBase64)
    else onChange(hexOfBytes(read))
  }
  const load = async (chosen: File | undefined) => {
    if (chosen === undefined) return
    if (chosen.size > maxFileBytes) return setProblem(bytesEditorText.tooLarge)
    onChange(hexOfBytes(new Uint8Array(await chosen.arrayBuffer())))
    setDraft(null)
    setProblem(null)
  }
  return (
    <div className="flex flex-col gap-1.5">
      <Textarea
        isMono
        rows={rows}
        aria-label={label}
        spellCheck={false}
        readOnly={isReadOnly}
        value={text}
        placeholder={placeholder ?? bytesEditorText.xdeadbeef}
        onChange={(event) => type(event.target.value)}
      />
      <div className="flex flex-wrap items-center gap-2">
        <SegmentedControl
          label={bytesEditorText.encodingOf(label)}
          value={way}
          onValueChange={(next) => {
            setWay(next)
            setDraft(null)
          }}
          options={ways}
        />
        {!isReadOnly && (
          <>
            <Button size="sm" onClick={() => file.current?.click()}>
              {bytesEditorText.fromFile}
            </Button>
            <input
              ref={file}
              type="file"
              hidden
              aria-label={bytesEditorText.fileFor(label)}
              onChange={(event) => void load(event.target.files?.[0])}
            />
          </>
        )}
        {bytes !== null && <span className="text-xs text-faint tabular-nums">{bytesEditorText.size(bytes.length.toLocaleString('en-US'))}</span>}
        {problem !== null && <output className="text-xs text-danger">{problem}</output>}
      </div>
    </div>
  )
}
