import { RestTimer } from '../../../../lib/late/rest-timer.ts'
import { keeping } from '../../limits.ts'
import { tellPages } from '../between-pages.ts'
import { type DocumentKey, forgetLocal, keepLocal, keepLocalNow, type LocalDocument } from './local-document.ts'

export interface KeptText {
  readonly row: () => LocalDocument
  /** One that is as it was saved needs no second keeper. */
  readonly isDirty: () => boolean
  /** Whether the browser has room for it. */
  readonly onKept: (isKept: boolean) => void
}

/** Stores one snippet in the browser soon after a change and notifies the other pages. */
export class LocalKeeper {
  readonly #key: DocumentKey
  readonly #text: KeptText
  readonly #timer = new RestTimer(() => this.#keep(), keeping)

  constructor(key: DocumentKey, text: KeptText) {
    this.#key = key
    this.#text = text
  }

  /** What was written is not kept yet, nor told. */
  get isDue(): boolean {
    return this.#timer.isDue
  }

  keepSoon(): void {
    this.#timer.ask()
  }

  #keep(): void {
    const row = this.#text.row()
    tellPages({ ...this.#key, kind: 'text', text: row.text })
    if (!this.#text.isDirty()) return void forgetLocal(this.#key)
    void keepLocal(row).then(this.#text.onKept)
  }

  /** For a page that is about to go. */
  keepNow(row: LocalDocument): void {
    try {
      keepLocalNow(row)
    } catch {
      // the database has it up to the last moment
    }
  }

  forget(): void {
    this.#timer.cancel()
    void forgetLocal(this.#key)
  }
}
