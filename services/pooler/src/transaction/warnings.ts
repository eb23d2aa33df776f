import { messageOf } from './client-messages.ts'
import { sessionSettingLength, sessionSettingsMax } from '../limits.ts'
import type { Effect, Left } from './statements.ts'

/** Commands whose effect ends with the transaction here. */
const unkept = /^(PREPARE|LISTEN)\0$/

const untilEnd = (what: string): string => `The transaction pooler keeps ${what} only until the end of the transaction.`

const unkeptThings: Readonly<Record<Left, readonly [text: string, hint: string]>> = {
  'temporary table': [untilEnd('temporary tables'), 'Use the session pooler, or ON COMMIT DROP if you need it only within the transaction.'],
  'advisory lock': [untilEnd('advisory locks'), 'Use the session pooler, or pg_advisory_xact_lock if you need it only within the transaction.'],
  cursor: [untilEnd('cursors WITH HOLD'), 'Use the session pooler, or read the cursor within its transaction.'],
  setting: [untilEnd('values set with set_config'), 'Use SET, write the setting’s name as a literal, or use the session pooler.'],
}

/** Warns a client about statements with another effect than on an unshared connection. One for each client. */
export class Warnings {
  /** Things that it has heard of: programs make the same kind of table again and again. */
  readonly #told = new Set<Left>()

  /** Notices that go behind a CommandComplete (documentation, 54.7), with the effects of the turn so far; null for none. */
  after(commandComplete: Buffer, effects: readonly Effect[]): Buffer | null {
    if (effects.length === 0) return null
    const notices = effects
      .flatMap(({ leaves }) => leaves ?? [])
      .filter((thing) => !this.#told.has(thing) && this.#told.add(thing))
      .map((thing) => warning(...unkeptThings[thing]))
    const [command] = unkept.exec(commandComplete.toString('latin1', 5)) ?? []
    if (command !== undefined && effects.some(({ leaves }) => leaves)) notices.push(commandWarning(command.slice(0, -1)))
    return notices.length === 0 ? null : Buffer.concat(notices)
  }

  /** A notice that not all settings of the session are kept. */
  tooMany(): Buffer {
    const most = `${sessionSettingsMax} session settings of up to ${sessionSettingLength} characters each`
    return warning(
      `The transaction pooler keeps at most ${most}. Others last only until the transaction ends.`,
      'Use the session pooler, or change fewer settings.',
    )
  }
}

function commandWarning(name: string): Buffer {
  if (name !== 'PREPARE') return warning(untilEnd(`the effect of ${name}`), 'Use the session pooler to keep it.')
  return warning(
    'The transaction pooler does not support PREPARE statements.',
    'Use the session pooler, or prepare statements through the protocol, as most drivers do.',
  )
}

function warning(text: string, hint: string): Buffer {
  const fields = ['SWARNING', 'VWARNING', 'C01000', `M${text}`, `H${hint}`]
  return messageOf('N', Buffer.from(`${fields.join('\0')}\0\0`))
}
