import { sessionSettingLength, sessionSettingsMax } from '../limits.ts'
import type { Effect } from './statements.ts'

/** Back to how every connection of the pool began. */
const asBegun = 'reset session authorization; reset role; reset all'

/**
 * What a client has set for its session: said again on whichever connection it gets next. It is kept when the statement stood alone in
 * its text and succeeded outside of a transaction block, which is how drivers and people do it.
 */
export class SessionSettings {
  readonly #statements = new Map<string, string>()
  #text = ''

  /** The same for equal settings; empty for none. */
  get state(): string {
    return this.#text
  }

  /** The texts of one turn on a connection have succeeded. Returns whether the connection is left with something that can't be kept. */
  keep(effects: readonly Effect[], wasBlock: boolean): boolean {
    if (effects.length === 0) return false
    if (wasBlock || effects.some(({ kind }) => kind === 'leaves')) return true
    let hasReset = false
    for (const effect of effects) {
      if (effect.kind === 'setting') {
        if (!this.#set(effect)) return true
      } else if (effect.kind === 'unset') {
        this.#statements.delete(effect.name)
        hasReset = true
      } else {
        this.#statements.clear()
        hasReset = true
      }
    }
    this.#text = [...this.#statements.values()].map((text) => `${text}\n;`).join('\n')
    return hasReset
  }

  #set({ name, text }: Extract<Effect, { kind: 'setting' }>): boolean {
    this.#statements.delete(name)
    if (text.length > sessionSettingLength || this.#statements.size >= sessionSettingsMax) return false
    this.#statements.set(name, text.replace(/;?\s*$/, ''))
    return true
  }
}

/** The text that gives a connection these settings, whatever it had before. */
export function settingsText(state: string): string {
  return state === '' ? asBegun : `${asBegun};\n${state}`
}
