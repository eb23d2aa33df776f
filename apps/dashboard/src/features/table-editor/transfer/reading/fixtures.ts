import type { ImportEncoding } from '@colonnade/contracts/data/row-imports'
import type { Head } from './sample.ts'

/** A text as bytes of an encoding, with a byte order mark where it is asked for. */
export function encode(text: string, encoding: ImportEncoding, hasMark = false): Uint8Array<ArrayBuffer> {
  const marked = (hasMark ? '\ufeff' : '') + text
  if (encoding === 'utf-8') return new TextEncoder().encode(marked)
  if (encoding === 'windows-1252') return Uint8Array.from(marked, (character) => character.charCodeAt(0))
  const bytes = new Uint8Array(marked.length * 2)
  const view = new DataView(bytes.buffer)
  for (let place = 0; place < marked.length; place += 1) view.setUint16(place * 2, marked.charCodeAt(place), encoding === 'utf-16le')
  return bytes
}

export function headOf(text: string, { encoding = 'utf-8', hasMark = false, isWhole = true }: Partial<HeadOptions> = {}): Head {
  return { bytes: encode(text, encoding, hasMark), isWhole }
}

interface HeadOptions {
  readonly encoding: ImportEncoding
  readonly hasMark: boolean
  readonly isWhole: boolean
}
