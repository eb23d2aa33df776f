import { headBytes, longHeadBytes } from '../limits.ts'
import { detectSettings, readSample, type Head } from './sample.ts'

/**
 * The first bytes of a file, never more: files may be larger than the memory. A head in which not even two rows end is read again,
 * longer. @throws DOMException `NotReadableError` when the file was changed or removed since it was chosen
 */
export async function readHead(file: Blob): Promise<Head> {
  const head = await firstBytes(file, headBytes)
  if (head.isWhole) return head
  const { rows } = readSample(head, detectSettings(head))
  return rows.length > 1 ? head : firstBytes(file, longHeadBytes)
}

async function firstBytes(file: Blob, bytes: number): Promise<Head> {
  return { bytes: new Uint8Array(await file.slice(0, bytes).arrayBuffer()), isWhole: file.size <= bytes }
}
