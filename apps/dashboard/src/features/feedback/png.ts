import { screenshotMaxBytes } from '@colonnade/contracts/installation/feedback'
import { formatBytes } from '../../lib/bytes.ts'
import { messages } from './messages.ts'

/** The first bytes of every PNG file (ISO/IEC 15948, section 5.2). */
const signature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]

/** Returns why a file can't be attached; null when it can. Its name and declared type say nothing: the bytes do. */
export async function pngProblem(file: Blob): Promise<string | null> {
  let start: Uint8Array
  try {
    start = new Uint8Array(await file.slice(0, signature.length).arrayBuffer())
  } catch {
    // removed or changed since it was chosen
    return messages.unreadable
  }
  if (!signature.every((byte, at) => start[at] === byte)) return messages.notPng
  return file.size > screenshotMaxBytes ? messages.tooLarge(formatBytes(file.size), formatBytes(screenshotMaxBytes)) : null
}
