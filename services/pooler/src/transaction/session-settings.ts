import { sessionSettingLength, sessionSettingsMax } from '../limits.ts'
import { messageOf } from './client-messages.ts'

/** Belong to one transaction, whatever they say of themselves. */
const ofTransactions = ['transaction_isolation', 'transaction_read_only', 'transaction_deferrable', 'seed']
/** In this order, after all others: who has become somebody else may not be allowed to set the rest. */
const last = ['session_authorization', 'role']
const plainName = /^[a-z_][a-z0-9_$]*(\.[a-z_][a-z0-9_$]*)*$/

/**
 * A client's session settings as the server reports them, applied again on each next connection. The values are read from the server, so that it
 * doesn't matter which statement set them, how, and whether it was rolled back.
 */
export class SessionSettings {
  #values: ReadonlyMap<string, string> = new Map()
  #state = ''

  /** Equal for equal settings; empty for none. */
  get state(): string {
    return this.#state
  }

  /** The text that asks for all settings of the session, and for these: placeholders of extensions are in no list. It returns names and values. */
  readText(named: ReadonlySet<string>): string {
    const names = [...new Set([...this.#values.keys(), ...named])].filter((name) => plainName.test(name) && !ofTransactions.includes(name))
    const equals = 'operator(pg_catalog.=)'
    // a timeout that the client has set is not meant for this
    return `set local statement_timeout = 0;
with known as materialized (select pg_catalog.lower(name) as name, source from pg_catalog.pg_show_all_settings())
select name, pg_catalog.current_setting(name, true) from known where source ${equals} 'session' and not name ${equals} any(array['${ofTransactions.join("','")}'])
union all select name, pg_catalog.current_setting(name, true) from pg_catalog.unnest(array['${names.join("','")}']::pg_catalog.text[]) as named(name)
where name operator(pg_catalog.<>) '' and not exists (select from known where known.name ${equals} named.name)`
  }

  /** Keeps what the server has answered. Returns whether it was all: a client may have so much. */
  keep(rows: readonly (readonly [name: string, value: string | null])[]): boolean {
    const found = rows.filter((row): row is readonly [string, string] => row[1] !== null)
    const values = found.filter(([, value]) => value.length <= sessionSettingLength).slice(0, sessionSettingsMax)
    this.#values = new Map(values.toSorted(([a], [b]) => last.indexOf(a) - last.indexOf(b) || (a < b ? -1 : 1)))
    this.#state = values.length === 0 ? '' : JSON.stringify([...this.#values])
    return values.length === found.length
  }

  /** The messages that give a connection that is as it began these settings, up to a Sync; null for none. */
  setUp(): Buffer | null {
    if (this.#values.size === 0) return null
    // everything else comes in this encoding
    const encoding = this.#values.get('client_encoding')
    const others = [...this.#values].filter(([name]) => name !== 'client_encoding')
    return Buffer.concat([
      ...(encoding === undefined ? [] : setting([['client_encoding', encoding]])),
      ...(others.length === 0 ? [] : setting(others)),
      messageOf('S'),
    ])
  }
}

const short = (value: number): Buffer => {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16BE(value)
  return bytes
}
const long = (value: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

/** Values go as parameters: how a text would be read depends on settings. */
function setting(values: readonly (readonly [string, string])[]): Buffer[] {
  const calls = values.map((_, index) => `pg_catalog.set_config($${2 * index + 1}, $${2 * index + 2}, false)`)
  const bound = values.flat().flatMap((text) => [long(text.length), text])
  return [
    messageOf('P', `\0select ${calls.join(', ')}\0`, short(0)),
    messageOf('B', '\0\0', short(0), short(2 * values.length), ...bound, short(0)),
    messageOf('E', '\0', long(0)),
  ]
}

/** The texts in a DataRow (PostgreSQL documentation, 54.7); none of one that is too long to be held. */
export function textsIn(row: Buffer): (string | null)[] {
  const texts: (string | null)[] = []
  if (row.length < 7) return texts
  let at = 7
  for (let count = row.readUInt16BE(5); count > 0; count -= 1) {
    const length = row.readInt32BE(at)
    at += 4
    texts.push(length === -1 ? null : row.toString('latin1', at, at + Math.max(length, 0)))
    at += Math.max(length, 0)
  }
  return texts
}
