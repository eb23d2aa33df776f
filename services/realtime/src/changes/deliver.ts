import { toAppError } from '@colonnade/core'
import type { Relation, ReplicationMessage } from '@colonnade/pg'
import { causeOf, isRefusal } from '../authorizations/policies.ts'
import type { Identity } from '../authorizations/tokens.ts'
import type { Channel } from '../channels/channel.ts'
import { encodeFrame } from '../codecs/encode.ts'
import { FanOut } from '../codecs/fan-out.ts'
import type { Hub } from '../project/hub.ts'
import type { Realtime } from '../realtime.ts'
import { fits } from './filters.ts'
import { type Change, dataOf, valueOf } from './record.ts'
import { matches, type Subscription } from './subscription.ts'
import type { TableView } from './tables.ts'
import { fitting, visibleTo } from './visible.ts'

interface TableChange extends Change {
  readonly relation: Relation
}

/** Tells clients of a project what was committed, in its order. */
export async function deliver(realtime: Realtime, hub: Hub, messages: readonly ReplicationMessage[], at: Date): Promise<Date> {
  let committedAt = at
  let changes: TableChange[] = []
  const tell = async (): Promise<void> => {
    const told = changes
    changes = []
    if (told.length > 0) await tellChanges(realtime, hub, told)
  }
  for (const message of messages) {
    switch (message.kind) {
      case 'begin':
        committedAt = message.at
        break
      case 'relation':
        realtime.tables.forget(hub.ref, message.oid)
        break
      case 'insert':
        if (isMessages(message.relation)) {
          await tell()
          broadcastRow(hub, message)
        } else
          changes.push({
            kind: 'INSERT',
            at: committedAt,
            relation: message.relation,
            columns: message.relation.columns,
            row: message.row,
            old: null,
          })
        break
      case 'update':
        changes.push({
          kind: 'UPDATE',
          at: committedAt,
          relation: message.relation,
          columns: message.relation.columns,
          row: message.row,
          old: message.old,
        })
        break
      case 'delete':
        changes.push({ kind: 'DELETE', at: committedAt, relation: message.relation, columns: message.relation.columns, row: null, old: message.old })
        break
      default:
    }
  }
  await tell()
  return committedAt
}

const filterFailure = 'The subscription was ended: Postgres can’t compare the column with the value of its filter, or not within 100 ms'

function isMessages({ schema, name }: Relation): boolean {
  return schema === 'realtime' && name === 'messages'
}

/** A broadcast from SQL. */
function broadcastRow(hub: Hub, { relation, row }: Extract<ReplicationMessage, { kind: 'insert' }>): void {
  const value = (name: string): string | null => row.value(relation.columns.findIndex((column) => column.name === name)) ?? null
  const topic = `realtime:${value('topic') ?? ''}`
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

async function tellChanges(realtime: Realtime, hub: Hub, changes: readonly TableChange[]): Promise<void> {
  const byRelation = Map.groupBy(changes, ({ relation }) => relation.oid)
  /** For each change, who is told of it and how. */
  const told = new Map<Change, (readonly [TableView, readonly Subscription[]])[]>()
  await Promise.all(
    [...byRelation].map(async ([oid, ofTable]) => {
      const { schema, name } = ofTable[0]!.relation
      const wanted = [...hub.subscriptions].filter((each) => ofTable.some(({ kind }) => matches(each, { schema, name }, kind)))
      const byIdentity = Map.groupBy(wanted, ({ channel: { identity } }) => `${identity.role} ${identity.claims}`)
      await Promise.all(
        [...byIdentity.values()].map(async (ofOne) => {
          try {
            await decide(oid, ofTable, ofOne)
          } catch (error) {
            // who can't be asked for isn't told; nobody else waits for it
            realtime.logger.info('changes not told', { ref: hub.ref, error: toAppError(causeOf(error)) })
          }
        }),
      )
    }),
  )
  for (const change of changes) for (const [view, subscriptions] of told.get(change) ?? []) send(change, view, subscriptions)

  async function decide(oid: number, ofTable: readonly TableChange[], subscriptions: readonly Subscription[]): Promise<void> {
    const { identity, client } = subscriptions[0]!.channel
    const view = await realtime.tables.find(hub.ref, oid, identity.role)
    if (view === null || view.columns.every(({ isReadable }) => !isReadable)) return
    const asker = { ref: hub.ref, identity, headers: client.headers }
    const fitted = new Map<Change, Subscription[]>()
    for (const subscription of subscriptions) {
      let found: readonly Change[] = []
      try {
        found = await fittingFor(asker, view, subscription, ofTable)
      } catch (error) {
        if (!isRefusal(error)) throw error
        // its filter is in nobody else's way
        hub.subscriptions.delete(subscription)
        subscription.channel.system('postgres_changes', 'error', filterFailure)
      }
      for (const change of found) fitted.set(change, [...(fitted.get(change) ?? []), subscription])
    }
    const asked = [...fitted.keys()].filter(({ kind }) => kind !== 'DELETE')
    const seen = view.isSecured && asked.length > 0 ? await visibleTo(realtime.databases, asker, view, asked) : new Set(asked)
    for (const [change, of] of fitted) {
      if (change.kind === 'DELETE' || seen.has(change)) told.set(change, [...(told.get(change) ?? []), [view, of]])
    }
  }

  async function fittingFor(
    asker: { readonly ref: string; readonly identity: Identity; readonly headers: string },
    view: TableView,
    subscription: Subscription,
    ofTable: readonly TableChange[],
  ): Promise<readonly Change[]> {
    let left: readonly Change[] = ofTable.filter(({ kind }) => matches(subscription, view, kind))
    for (const filter of subscription.filters) {
      const type = view.columns.find(({ name, isReadable }) => isReadable && name === filter.column)?.type
      if (type === undefined) return []
      const answers = new Map(
        left.map((change) => {
          const value = valueOf(change, filter.column, change.kind === 'DELETE' ? 'old' : 'row')
          return [change, value === undefined ? false : fits(filter, type, value)] as const
        }),
      )
      const open = left.filter((change) => answers.get(change) === null)
      const found = open.length === 0 ? new Set<Change>() : await fitting(realtime.databases, asker, view, filter, open)
      left = left.filter((change) => answers.get(change) === true || found.has(change))
    }
    return left
  }
}

/** Each channel hears of a change once, with the ids of all that it asked for. */
function send(change: Change, view: TableView, subscriptions: readonly Subscription[]): void {
  const bySelect = Map.groupBy(subscriptions, ({ select }) => (select === null ? '' : JSON.stringify(select)))
  for (const ofSelect of bySelect.values()) {
    const data = dataOf({ change, view, select: ofSelect[0]!.select })
    const fanOuts = new Map<string, FanOut>()
    for (const [channel, of] of Map.groupBy(ofSelect, (each): Channel => each.channel)) {
      if (channel.isOver) continue
      const ids = of.map(({ id }) => id).join(',')
      const key = `${ids} ${channel.topic}`
      const fanOut =
        fanOuts.get(key) ??
        new FanOut((version) => encodeFrame(version, null, null, channel.topic, 'postgres_changes', `{"ids":[${ids}],"data":${data}}`))
      fanOuts.set(key, fanOut)
      channel.deliver(fanOut.for(channel.client.version)!)
    }
  }
}
