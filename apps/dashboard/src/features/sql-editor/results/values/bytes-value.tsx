import { Button } from '@colonnade/ui'
import { useMemo, useState } from 'react'
import { formatNumber } from '../../../../lib/bytes.ts'
import { base64OfBytes, bytesOfHex } from '../../../../lib/data-grid/values/bytes-text.ts'
import { bytesValueText } from './messages.ts'
import { hexLines, pictureType } from './value-kind.ts'

/** Bytes that are written out at a time. */
const shownBytes = 4_096

/** Bytes in digits and letters, and the picture that they are when they are one. */
export function BytesValue({ text, isCut }: { readonly text: string; readonly isCut: boolean }) {
  const bytes = useMemo(() => bytesOfHex(text.length % 2 === 0 ? text : text.slice(0, -1)) ?? new Uint8Array(), [text])
  const [shown, setShown] = useState(shownBytes)
  const type = isCut ? null : pictureType(bytes)
  return (
    <div className="flex flex-col gap-3">
      {type !== null && <Picture bytes={bytes} type={type} />}
      <p className="text-xs text-faint tabular-nums">
        {formatNumber(bytes.length)} {bytes.length === 1 ? 'byte' : 'bytes'}
        {type !== null && `, ${type}`}
        {isCut && bytesValueText.truncated}
      </p>
      <pre className="overflow-x-auto font-mono text-2xs leading-4">{hexLines(bytes, 0, shown).join('\n')}</pre>
      {bytes.length > shown && (
        <Button size="sm" variant="ghost" className="self-start" onClick={() => setShown(shown * 4)}>
          {bytesValueText.showMore}
        </Button>
      )}
    </div>
  )
}

function Picture({ bytes, type }: { readonly bytes: Uint8Array; readonly type: string }) {
  const url = useMemo(() => `data:${type};base64,${base64OfBytes(bytes)}`, [bytes, type])
  const [size, setSize] = useState('')
  return (
    <figure className="flex flex-col gap-1">
      <img
        src={url}
        alt={bytesValueText.imageAlt}
        className="max-h-64 max-w-full self-start rounded-sm border bg-sunken object-contain"
        onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) => setSize(`${naturalWidth} × ${naturalHeight} px`)}
        onError={() => setSize(bytesValueText.notAnImage)}
      />
      <figcaption className="text-xs text-faint tabular-nums">{size}</figcaption>
    </figure>
  )
}
