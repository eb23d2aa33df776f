import { keep, readKept } from '../../../lib/kept.ts'
import { persistDelayMs } from '../limits.ts'

const keyOf = (ref: string) => `sql-panel:${ref}`

/** What the panel of a project holds: kept by the browser shortly after it was typed, and at once when the panel or the page goes. */
export class PanelText {
  readonly #ref: string
  #text: string
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(ref: string) {
    this.#ref = ref
    this.#text = readKept(keyOf(ref)) ?? ''
  }

  get = (): string => this.#text

  write = (text: string): void => {
    this.#text = text
    clearTimeout(this.#timer)
    this.#timer = setTimeout(this.flush, persistDelayMs)
  }

  flush = (): void => {
    clearTimeout(this.#timer)
    keep(keyOf(this.#ref), this.#text)
  }
}
