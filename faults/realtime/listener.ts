import { createClient, REALTIME_SUBSCRIBE_STATES } from '@supabase/supabase-js'
import type { Session, WrittenRow } from './row-ledger.ts'

/** The unmodified client, which connects again and subscribes again by itself, and reads what it missed then. */
export interface Listener {
  /** Whether it is subscribed, and has read what it missed. */
  isCurrent(): boolean
  /** Sessions since this was last asked; one that goes on is among them, and is there again the next time. */
  takeSessions(): Session[]
  /** All that it knows, heard or read. */
  readonly known: ReadonlySet<string>
  close(): Promise<void>
}

export interface ListenerParts {
  readonly url: string
  readonly key: string
  /** How far each writer is. */
  readonly begins: () => readonly number[]
}

/** Clients wait longer; rounds are more when these don't. */
const reconnectMs = 200
const pageRows = 1_000

export const keyOf = ({ writer, number }: WrittenRow): string => `${writer} ${number}`

export function createListener({ url, key, begins }: ListenerParts): Listener {
  const client = createClient(url, key, { realtime: { reconnectAfterMs: () => reconnectMs }, auth: { persistSession: false } })
  const known = new Set<string>()
  let sessions: Session[] = []
  let current: Session | null = null
  let hasRead = false
  let readUntil = 0

  /** Rows since those that were read before; what was heard meanwhile may be among them. */
  const readMissed = async (session: Session): Promise<void> => {
    while (current === session) {
      const { data, error } = await client.from('rows').select('id, writer, number').gt('id', readUntil).order('id').limit(pageRows)
      if (error !== null) continue
      for (const row of data as (WrittenRow & { readonly id: number })[]) {
        known.add(keyOf(row))
        readUntil = row.id
      }
      if (data.length < pageRows) {
        hasRead = true
        return
      }
    }
  }
  const channel = client
    .channel('rows')
    .on('postgres_changes', { event: 'INSERT', schema: 'public', table: 'rows' }, ({ new: row }) => {
      const { writer, number } = row as WrittenRow
      known.add(keyOf({ writer, number }))
      current?.heard.push({ writer, number })
    })
    .subscribe((status, error) => {
      if (current !== null) current.end = `${status} ${error?.message ?? ''}`
      current = null
      hasRead = false
      if (status !== REALTIME_SUBSCRIBE_STATES.SUBSCRIBED) return
      const session: Session = { begins: [...begins()], heard: [], end: null }
      current = session
      sessions.push(session)
      void readMissed(session)
    })
  return {
    known,
    isCurrent: () => current !== null && hasRead,
    takeSessions() {
      const taken = sessions
      sessions = current === null ? [] : [current]
      return taken
    },
    async close() {
      await client.removeChannel(channel)
      await client.realtime.disconnect()
    },
  }
}
