import { keep, readKept } from '../../../lib/kept.ts'
import { RestTimer } from '../../../lib/late/rest-timer.ts'
import { keeping } from '../limits.ts'

const keyOf = (ref: string) => `sql-panel:${ref}`

/** What the panel of a project holds: kept by the browser shortly after it was typed, and at once when the panel or the page goes. */
export class PanelText {
  readonly #ref: string
  #text: string
  readonly #timer = new RestTimer(() => this.flush(), keeping)

  constructor(ref: string) {
    this.#ref = ref
    this.#text = readKept(keyOf(ref)) ?? ''
  }

  get = (): string => this.#text

  write = (text: string): void => {
    this.#text = text
    this.#timer.ask()
  }

  flush = (): void => {
    this.#timer.cancel()
    keep(keyOf(this.#ref), this.#text)
  }
}
