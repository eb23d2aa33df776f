import type { Slot } from '../request.ts'
import { tooManyConditions, tooManyEmbeds } from './refusals/limits.ts'

const maxConditions = 1_000
const maxEmbeds = 100

/**
 * Collects a request while it is read: its values, and the key of everything else. Text from a request never holds NUL, so a NUL and the
 * character after it are marks of our own: two requests with the same key differ in their values only.
 */
export class Draft {
  readonly values: (string | readonly string[])[] = []
  shape = ''
  #conditions = 0
  #embeds = 0

  slot(value: string | readonly string[]): Slot {
    return this.values.push(value) - 1
  }

  /** Adds text that comes from a header or a body, which no rule keeps free of NUL. */
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

/** Stands for a value in the key. */
export const slotMark = '\0$'
