import type { Relation, ReplicationMessage } from '@colonnade/pg'
import type { Hub } from '../project/hub.ts'
import type { Realtime } from '../realtime.ts'
import type { TableChange } from './record.ts'
import { sendChanges } from './tell.ts'
import { untilVisible } from '../project/until-visible.ts'

/** A transaction that changes belong to. */
export interface Commit {
  readonly at: Date
  readonly transaction: number
}

/** Sends a project's committed changes to its clients, in order. Returns the last transaction, which may continue. */
export async function deliver(realtime: Realtime, hub: Hub, messages: readonly ReplicationMessage[], before: Commit): Promise<Commit> {
  let commit = before
  let changes: TableChange[] = []
  /** Transactions that may have altered tables. */
  const altering = new Set<number>()
  const tell = async (): Promise<void> => {
    const told = changes
    changes = []
    if (told.length === 0) return
    // another connection reads the current definition of a table
    if (altering.size > 0 && hub.subscriptions.size > 0) await untilVisible(realtime.databases, hub.ref, altering)
    altering.clear()
    await sendChanges(realtime, hub, told)
  }
  for (const message of messages) {
    switch (message.kind) {
      case 'begin':
        commit = { at: message.at, transaction: message.xid }
        break
      case 'relation':
        realtime.tables.forget(hub.ref, message.oid)
        altering.add(commit.transaction)
        break
      case 'insert':
        if (isMessages(message.relation)) {
          await tell()
          broadcastRow(hub, message)
        } else
          changes.push({
            kind: 'INSERT',
            ...commit,
            relation: message.relation,
            columns: message.relation.columns,
            row: message.row,
            old: null,
          })
        break
      case 'update':
        changes.push({
          kind: 'UPDATE',
          ...commit,
          relation: message.relation,
          columns: message.relation.columns,
          row: message.row,
          old: message.old,
        })
        break
      case 'delete':
        changes.push({ kind: 'DELETE', ...commit, relation: message.relation, columns: message.relation.columns, row: null, old: message.old })
        break
      default:
    }
  }
  await tell()
  return commit
}

function isMessages({ schema, name }: Relation): boolean {
  return schema === 'realtime' && name === 'messages'
}

/** A broadcast from SQL. */
function broadcastRow(hub: Hub, { relation, row }: Extract<ReplicationMessage, { kind: 'insert' }>): void {
  const value = (name: string): string | null => row.value(relation.columns.findIndex((column) => column.name === name)) ?? null
  const topic = `realtime:${value('topic') ?? ''}`
  if (hub.takeStored(value('id') ?? '')) return
  const room = value('extension') === 'broadcast' ? hub.findRoom(topic, value('private') === 't') : undefined
  if (room === undefined) return
  const bytes = value('binary_payload')
  const content =
    bytes === null
      ? { isJson: true, bytes: Buffer.from(value('payload') ?? 'null') }
      : { isJson: false, bytes: Buffer.from(bytes.replace(/^\\x/, ''), 'hex') }
  if (content.bytes.length > hub.settings.maxPayloadBytes) return
  hub.messages += 1
  room.broadcast({ topic, name: value('event') ?? '', content, meta: { id: value('id') ?? '' } }, null)
}
