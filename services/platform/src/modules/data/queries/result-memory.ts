import { AppError, type MemoryClaim } from '@colonnade/core'

/** What a run claims before it begins: it is refused then, and not when it may have changed something. */
const firstBytes = 256 * 1024

/** The part of a call's memory that its results take. */
export interface ResultMemory {
  /** Whether there is memory for this much. */
  readonly claim: (bytes: number) => boolean
  /** Whether rows had to be left out. */
  readonly isShort: boolean
}

/** Claims what every result may take. @throws AppError `too_busy` */
export function openResultMemory(memory: MemoryClaim): ResultMemory {
  const before = memory.bytes
  let isShort = false
  const claim = (bytes: number): boolean => {
    const isThere = memory.resize(before + bytes)
    isShort ||= !isThere
    return isThere
  }
  if (!claim(firstBytes)) throw new AppError('too_busy')
  return {
    claim,
    get isShort() {
      return isShort
    },
  }
}
