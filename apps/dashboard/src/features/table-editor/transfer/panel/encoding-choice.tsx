import type { ImportEncoding } from '@colonnade/contracts/data/row-imports'
import { useId, useMemo } from 'react'
import { encodingNames } from '../reading/encodings/encoding-names.ts'
import { encodingCandidates, tellingPieces } from '../reading/encodings/encoding.ts'
import type { Head } from '../reading/sample.ts'
import { encodingChoiceText } from './messages.ts'

export interface EncodingChoiceProps {
  readonly head: Head
  /** Null while none is chosen. */
  readonly chosen: ImportEncoding | null
  readonly onChoose: (encoding: ImportEncoding) => void
}

/** Encodings in which a file is text, the likeliest first, each with words of the file as they would be read. */
export function EncodingChoice({ head, chosen, onChoose }: EncodingChoiceProps) {
  const group = useId()
  const options = useMemo(
    () => encodingCandidates(head.bytes).map((encoding) => ({ encoding, words: tellingPieces(head.bytes, encoding).join(' · ') })),
    [head],
  )
  if (options.length === 0) return null
  return (
    <fieldset className="flex flex-col gap-1">
      <legend className="mb-1 text-sm font-medium">{encodingChoiceText.question}</legend>
      {options.map(({ encoding, words }) => (
        <label
          key={encoding}
          className="flex flex-wrap items-baseline gap-x-3 rounded-md border px-3 py-1.5 text-sm hover:bg-hover has-checked:border-accent has-focus-visible:outline-2"
        >
          <input type="radio" name={group} className="accent-accent" checked={encoding === chosen} onChange={() => onChoose(encoding)} />
          <span className="min-w-0 flex-1 basis-56">{encodingNames[encoding]}</span>
          <span className="min-w-0 flex-1 basis-56 truncate font-mono text-xs text-soft">{words}</span>
        </label>
      ))}
    </fieldset>
  )
}
