import { isStorageError } from '../../../scope/storage/storage-error.ts'
import { type ConflictChoice, nextFreeName, type UploadItem } from './upload-item.ts'

/** Sends one file and reports the bytes received through `sent`. Rejects with the signal's reason when aborted. */
export type SendFile = (item: UploadItem, options: { readonly signal: AbortSignal; readonly onSent: (bytes: number) => void }) => Promise<void>

export interface NewUpload {
  readonly path: string
  readonly file: File
  /** True to replace a file that is known to exist. */
  readonly isReplacing?: boolean
}

/** Concurrent uploads. Browsers open six connections per server, and pages need some. */
const parallelMost = 4

/** Uploads files a few at a time, on any page of the dashboard. */
export class UploadQueue {
  readonly #send: SendFile
  readonly #items = new Map<number, UploadItem>()
  readonly #running = new Map<number, AbortController>()
  readonly #listeners = new Set<() => void>()
  #waiting: number[] = []
  #lastId = 0
  #snapshot: readonly UploadItem[] = []
  #isStale = false
  #isPaused = false
  #forAll: ConflictChoice | null = null

  constructor(send: SendFile) {
    this.#send = send
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  readonly items = (): readonly UploadItem[] => {
    if (this.#isStale) this.#snapshot = [...this.#items.values()]
    this.#isStale = false
    return this.#snapshot
  }

  get isPaused(): boolean {
    return this.#isPaused
  }

  add(ref: string, bucket: string, uploads: readonly NewUpload[]): void {
    if (this.#isOver()) this.clear()
    for (const { path, file, isReplacing = false } of uploads) {
      const id = (this.#lastId += 1)
      this.#items.set(id, { id, ref, bucket, path, file, state: this.#isPaused ? 'paused' : 'waiting', sent: 0, problem: null, isReplacing })
      if (!this.#isPaused) this.#waiting.push(id)
    }
    this.#changed()
    this.#fill()
  }

  /** Interrupts running uploads. Large files resume where they stopped. */
  pause(): void {
    this.#isPaused = true
    this.#waiting = []
    for (const [id, item] of this.#items) if (item.state === 'waiting' || item.state === 'uploading') this.#set(id, { state: 'paused' })
    for (const running of this.#running.values()) running.abort()
    this.#changed()
  }

  resume(): void {
    this.#isPaused = false
    this.#again(({ state }) => state === 'paused')
  }

  retry(): void {
    this.#again(({ state }) => state === 'failed')
  }

  /** Decides how to handle taken names, now and for the rest of the queue. */
  settle(choice: ConflictChoice): void {
    this.#forAll = choice
    for (const item of this.#items.values()) if (item.state === 'conflict') this.#resolve(item, choice)
    this.#changed()
    this.#fill()
  }

  /** Aborts all uploads and clears the list. */
  clear(): void {
    this.#waiting = []
    this.#items.clear()
    this.#isPaused = false
    this.#forAll = null
    for (const running of this.#running.values()) running.abort()
    this.#changed()
  }

  #again(isWanted: (item: UploadItem) => boolean): void {
    for (const item of this.#items.values()) {
      if (!isWanted(item)) continue
      this.#set(item.id, { state: 'waiting', problem: null })
      this.#waiting.push(item.id)
    }
    this.#changed()
    this.#fill()
  }

  #fill(): void {
    while (this.#running.size < parallelMost) {
      const id = this.#waiting.shift()
      if (id === undefined) return
      const item = this.#items.get(id)
      if (item?.state === 'waiting') void this.#run(item)
    }
  }

  async #run(item: UploadItem): Promise<void> {
    const { id } = item
    const running = new AbortController()
    this.#running.set(id, running)
    this.#set(id, { state: 'uploading' })
    this.#changed()
    try {
      await this.#send(item, {
        signal: running.signal,
        onSent: (sent) => {
          if (running.signal.aborted) return
          this.#set(id, { sent })
          this.#changed()
        },
      })
      this.#set(id, { state: 'done', sent: item.file.size })
    } catch (error) {
      // whoever aborted it has set its state
      if (!running.signal.aborted) this.#fail(id, error)
    }
    this.#running.delete(id)
    this.#changed()
    this.#fill()
  }

  #fail(id: number, error: unknown): void {
    if (!isStorageError(error, 'KeyAlreadyExists', 'ResourceAlreadyExists', 'Duplicate')) {
      this.#set(id, { state: 'failed', problem: error instanceof Error ? error.message : String(error) })
      return
    }
    this.#set(id, { state: 'conflict', sent: 0 })
    if (this.#forAll !== null) this.#resolve(this.#items.get(id)!, this.#forAll)
  }

  #resolve({ id, path }: UploadItem, choice: ConflictChoice): void {
    if (choice === 'skip') {
      this.#set(id, { state: 'skipped' })
      return
    }
    this.#set(id, { state: 'waiting', ...(choice === 'replace' ? { isReplacing: true } : { path: nextFreeName(path) }) })
    this.#waiting.push(id)
  }

  #isOver(): boolean {
    return [...this.#items.values()].every(({ state }) => state === 'done' || state === 'skipped')
  }

  #set(id: number, change: Partial<UploadItem>): void {
    const item = this.#items.get(id)
    if (item !== undefined) this.#items.set(id, { ...item, ...change })
  }

  #changed(): void {
    this.#isStale = true
    for (const listener of this.#listeners) listener()
  }
}
