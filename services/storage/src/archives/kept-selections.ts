import type { Caller, ServiceRequest } from '@colonnade/projects'
import { randomBytes } from 'node:crypto'
import { keptFilesMost, zipLinkSeconds, zipsAtOnce } from '../limits.ts'

/** Files that somebody may download together, and by whose right. */
export interface Selection {
  readonly ref: string
  readonly bucket: string
  readonly caller: Caller
  readonly headers: ServiceRequest['headers']
  /** The folder that names in the archive begin in; empty, or with a slash at its end. */
  readonly folder: string
  /** What the archive is called, without its ending. */
  readonly title: string
  readonly files: readonly { readonly id: string; readonly name: string }[]
}

/**
 * Selections between the call that makes a link and the browser that follows it, in the memory of this process: a name in an address can't be
 * as long as thousands of files. Over a total of files, the oldest gives way.
 */
export class KeptSelections {
  readonly #kept = new Map<string, Selection>()
  #files = 0
  /** Archives that are being sent, by project. */
  readonly #running = new Map<string, number>()

  /** Returns the token that stands for the selection, for a minute. */
  keep(selection: Selection): string {
    const token = randomBytes(32).toString('base64url')
    this.#kept.set(token, selection)
    this.#files += selection.files.length
    for (const oldest of this.#kept.keys()) {
      if (this.#files <= keptFilesMost) break
      this.#drop(oldest)
    }
    setTimeout(() => this.#drop(token), zipLinkSeconds * 1_000).unref()
    return token
  }

  find(token: string): Selection | null {
    return this.#kept.get(token) ?? null
  }

  /** Counts an archive of a project until the returned function is called; null when too many are being sent. */
  begin(ref: string): (() => void) | null {
    const others = this.#running.get(ref) ?? 0
    if (others >= zipsAtOnce) return null
    this.#running.set(ref, others + 1)
    return () => {
      const left = this.#running.get(ref)! - 1
      if (left === 0) this.#running.delete(ref)
      else this.#running.set(ref, left)
    }
  }

  #drop(token: string): void {
    this.#files -= this.#kept.get(token)?.files.length ?? 0
    this.#kept.delete(token)
  }
}
