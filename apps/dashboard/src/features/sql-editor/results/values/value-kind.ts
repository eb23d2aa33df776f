import { cellKind } from '../../../../lib/data-grid/cells/cell-kind.ts'
import type { ResultColumn } from '../grid/result-columns.ts'

export type ValueKind = 'null' | 'json' | 'bytes' | 'array' | 'text'

/** How a value is shown as a whole. What came cut is a text, whatever its type; so is a text that is no JSON though it looks like it. */
export function valueKind(column: ResultColumn, text: string | null, isCut: boolean): ValueKind {
  if (text === null) return 'null'
  if (column.base_format === 'bytea' && text.startsWith(String.raw`\x`)) return 'bytes'
  if (isCut) return 'text'
  if (column.is_array) return 'array'
  return cellKind(column) === 'json' ? 'json' : 'text'
}

const signs: readonly { readonly type: string; readonly bytes: readonly (number | null)[] }[] = [
  { type: 'image/png', bytes: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] },
  { type: 'image/jpeg', bytes: [0xff, 0xd8, 0xff] },
  { type: 'image/gif', bytes: [0x47, 0x49, 0x46, 0x38] },
  { type: 'image/webp', bytes: [0x52, 0x49, 0x46, 0x46, null, null, null, null, 0x57, 0x45, 0x42, 0x50] },
  { type: 'image/avif', bytes: [null, null, null, null, 0x66, 0x74, 0x79, 0x70, 0x61, 0x76, 0x69, 0x66] },
]

/** The type of a picture by the bytes that it begins with; null for what is none that browsers show. */
export function pictureType(bytes: Uint8Array): string | null {
  return signs.find((sign) => sign.bytes.every((byte, place) => byte === null || bytes[place] === byte))?.type ?? null
}

/** Lines of sixteen bytes: their place, their digits, and the letters among them. */
export function hexLines(bytes: Uint8Array, from: number, to: number): string[] {
  const lines: string[] = []
  for (let start = from; start < Math.min(to, bytes.length); start += 16) {
    const part = [...bytes.subarray(start, start + 16)]
    const digits = part.map((byte) => byte.toString(16).padStart(2, '0')).join(' ')
    const letters = part.map((byte) => (byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '·')).join('')
    lines.push(`${start.toString(16).padStart(6, '0')}  ${digits.padEnd(47)}  ${letters}`)
  }
  return lines
}
