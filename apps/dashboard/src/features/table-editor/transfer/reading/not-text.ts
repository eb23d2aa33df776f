import { unicodeOf } from './encodings/encoding.ts'
import { notTextCopy } from './messages.ts'

/** First bytes of files that are mistaken for text, and what to do instead. */
const kinds: readonly (readonly [start: readonly number[], name: string, advice: string])[] = [
  [[0x89, 0x50, 0x4e, 0x47], 'a PNG image', ''],
  [[0xff, 0xd8, 0xff], 'a JPEG image', ''],
  [[0x47, 0x49, 0x46, 0x38], 'a GIF image', ''],
  [[0x25, 0x50, 0x44, 0x46], 'a PDF document', ''],
  [[0x50, 0x4b, 0x03, 0x04], 'an Excel workbook or another ZIP archive', notTextCopy.sheetOrArchive],
  [[0xd0, 0xcf, 0x11, 0xe0], 'an old Excel or Word document', notTextCopy.saveAsCsv],
  [[0x1f, 0x8b], 'compressed with gzip', notTextCopy.unpack],
  [[0x42, 0x5a, 0x68], 'compressed with bzip2', notTextCopy.unpack],
  [[0x28, 0xb5, 0x2f, 0xfd], 'compressed with Zstandard', notTextCopy.unpack],
  [[0xfd, 0x37, 0x7a, 0x58], 'compressed with xz', notTextCopy.unpack],
  [[0x50, 0x41, 0x52, 0x31], 'a Parquet file', notTextCopy.exportAsText],
  [[...new TextEncoder().encode('SQLite format 3')], 'a SQLite database', notTextCopy.exportTables],
  [[...new TextEncoder().encode('PGDMP')], 'a backup made by pg_dump', notTextCopy.restorePgRestore],
]

/** What a file is that is no text, with advice; null for a text. */
export function notTextReason(head: Uint8Array): { readonly is: string; readonly advice: string } | null {
  const known = kinds.find(([start]) => start.every((byte, place) => head[place] === byte))
  if (known) return { is: known[1], advice: known[2] }
  const encoding = unicodeOf(head)
  if (encoding === 'utf-16le' || encoding === 'utf-16be') return null
  const seen = head.subarray(0, 65_536)
  const strange = seen.reduce((count, byte) => count + (byte < 9 || (byte > 13 && byte < 32 && byte !== 27) ? 1 : 0), 0)
  return strange > seen.length / 20 ? { is: 'binary', advice: notTextCopy.chooseOther } : null
}
