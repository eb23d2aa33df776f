import { Button, SegmentedControl, Textarea } from '@colonnade/ui'
import { useRef, useState } from 'react'
import { base64OfBytes, bytesOfBase64, bytesOfHex, hexOfBytes } from '../../../lib/data-grid/values/bytes-text.ts'
import type { ValueEditorProps } from './editor-props.ts'

/** Files beyond this are no values to be typed: they are sent as text twice their size. */
const maxFileBytes = 4 * 1024 * 1024

const ways = [
  { value: 'hex', label: 'Hex' },
  { value: 'base64', label: 'Base64' },
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
    if (read === null) setProblem('Not valid base64')
    else onChange(hexOfBytes(read))
  }
  const load = async (chosen: File | undefined) => {
    if (chosen === undefined) return
    if (chosen.size > maxFileBytes) return setProblem('The file is larger than 4 MB')
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
        placeholder={placeholder ?? '\\xdeadbeef'}
        onChange={(event) => type(event.target.value)}
      />
      <div className="flex flex-wrap items-center gap-2">
        <SegmentedControl
          label={`${label} is written in`}
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
              From a file…
            </Button>
            <input ref={file} type="file" hidden aria-label={`File for ${label}`} onChange={(event) => void load(event.target.files?.[0])} />
          </>
        )}
        {bytes !== null && <span className="text-xs text-faint tabular-nums">{bytes.length.toLocaleString('en-US')} bytes</span>}
        {problem !== null && <output className="text-xs text-danger">{problem}</output>}
      </div>
    </div>
  )
}
