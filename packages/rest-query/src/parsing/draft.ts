import type { Slot } from '../request.ts'
import { tooManyConditions, tooManyEmbeds } from './refusals/limits.ts'

const maxConditions = 1_000
const maxEmbeds = 100

/**
 * Collects a request's values, and the key of everything else, while it is read. Decoded text never contains NUL, so NUL and the character
 * after it separate parts of the key: requests with the same key differ only in their values.
 */
export class Draft {
  readonly values: (string | readonly string[])[] = []
  shape = ''
  #conditions = 0
  #embeds = 0

  slot(value: string | readonly string[]): Slot {
    return this.values.push(value) - 1
  }

  /** Adds text that may contain NUL, from a header or a body, to the key. */
  addSized(text: string): void {
    this.shape += `\0${text.length}:${text}`
  }

  countCondition(): void {
    this.#conditions += 1
    if (this.#conditions > maxConditions) throw tooManyConditions(maxConditions)
  }

  countEmbed(): void {
    this.#embeds += 1
    if (this.#embeds > maxEmbeds) throw tooManyEmbeds(maxEmbeds)
  }
}

/** Marks the place of a value in the key. */
export const slotMark = '\0$'
