import { toAppError } from '@colonnade/core'
import { type Asker, causeOf, isRefusal } from '../authorizations/policies.ts'
import type { Identity } from '../authorizations/tokens.ts'
import type { Channel } from '../channels/channel.ts'
import type { Hub } from '../project/hub.ts'
import type { Realtime } from '../realtime.ts'
import { type Filter, fits } from './filters.ts'
import { type Incomplete, missingOf, readLate, writeValues } from './complete.ts'
import { type Change, type TableChange, valueOf, type WrittenValues } from './record.ts'
import { sendChange } from './send-change.ts'
import type { Subscription } from './subscription.ts'
import type { TableView } from './tables.ts'
import { untilVisible } from '../project/until-visible.ts'
import { fitting, visibleTo } from './visible.ts'

const filterFailure = 'The subscription has ended: Postgres can’t compare the column with the filter’s value, or not within 100 ms'
const policyFailure = ({ schema, name }: TableView): string =>
  `Changes to ${schema}.${name} were left out: one of the table’s policies failed for their rows`

/** Subscribers of a change, with their view of its table. */
interface Telling {
  readonly told: Told
  readonly written: WrittenValues
}
type Told = ReadonlyMap<TableChange, ReadonlyMap<TableView, readonly Subscription[]>>

/** Sends changes to clients, in order. */
export async function sendChanges(realtime: Realtime, hub: Hub, changes: readonly TableChange[]): Promise<void> {
  const byTable = Map.groupBy(changes, ({ relation }) => relation.oid)
  const told = new Map(await Promise.all([...byTable].map(async ([oid, ofTable]) => [oid, await tellTable(realtime, hub, oid, ofTable)] as const)))
  for (const change of changes) {
    const ofTable = told.get(change.relation.oid)!
    for (const [view, subscriptions] of ofTable.told.get(change) ?? []) sendChange(change, view, subscriptions, ofTable.written)
  }
}

async function tellTable(realtime: Realtime, hub: Hub, oid: number, changes: readonly TableChange[]): Promise<Telling> {
  const wanted = changes.map((change) => [change, hub.subscriptions.candidates(change)] as const).filter(([, candidates]) => candidates.length > 0)
  if (wanted.length === 0) return { told: new Map(), written: new Map() }
  /** Channels with undecided changes: they join again. */
  const lost = new Set<Channel>()
  const lose = (subscriptions: Iterable<Subscription>, error: unknown): void => {
    realtime.logger.info('changes not sent', { ref: hub.ref, error: toAppError(causeOf(error)) })
    for (const { channel } of subscriptions) lost.add(channel)
  }
  const views = await viewsFor(realtime, hub, oid, wanted, lose)
  await readLate(realtime, incompleteOf(hub, unsentFilters(wanted, views)))
  const fitted = await fittedFor(realtime, hub, wanted, views, lose)
  const told = await seenOf(realtime, hub, fitted, lose)
  if (lost.size > 0) hub.failSubscriptions(lost)
  await readLate(realtime, incompleteOf(hub, unsentValues(told)))
  const written = await writeValues(realtime, told, (change, view) => askerFor(hub, told.get(change)!.get(view)![0]!.channel.identity))
  return { told, written }
}

type Wanted = readonly (readonly [TableChange, readonly Subscription[]])[]
type Lose = (subscriptions: Iterable<Subscription>, error: unknown) => void

/** Returns each role's view of the table, without roles that see nothing. */
async function viewsFor(realtime: Realtime, hub: Hub, oid: number, wanted: Wanted, lose: Lose): Promise<ReadonlyMap<string, TableView>> {
  const byRole = new Map<string, Set<Subscription>>()
  for (const [, candidates] of wanted) for (const each of candidates) addTo(byRole, each.channel.identity.role, each)
  const views = new Map<string, TableView>()
  await Promise.all(
    [...byRole].map(async ([role, subscriptions]) => {
      try {
        const view = await realtime.tables.find(hub.ref, oid, role)
        if (view?.columns.some(({ isReadable }) => isReadable)) views.set(role, view)
      } catch (error) {
        lose(subscriptions, error)
      }
    }),
  )
  return views
}

/** Columns of a change that somebody needs. */
interface Needed {
  readonly change: TableChange
  readonly view: TableView
  readonly subscription: Subscription
  readonly names: readonly string[]
}

/** Columns that filters ask for and changes leave out. */
function* unsentFilters(wanted: Wanted, views: ReadonlyMap<string, TableView>): Iterable<Needed> {
  for (const [change, candidates] of wanted) {
    const missing = new Map([...views.values()].map((view) => [view, missingOf(change, view)]))
    for (const subscription of candidates) {
      const view = views.get(subscription.channel.identity.role)
      const names = subscription.filters.map(({ column }) => column).filter((column) => view !== undefined && missing.get(view)!.includes(column))
      if (view !== undefined) yield { change, view, subscription, names }
    }
  }
}

/** Returns the sent columns that changes leave out; every subscriber can ask for all. */
function* unsentValues(told: Told): Iterable<Needed> {
  for (const [change, views] of told) {
    for (const [view, subscriptions] of views) {
      const isTold = (name: string): boolean => subscriptions.some(({ select }) => select === null || select.includes(name))
      yield { change, view, subscription: subscriptions[0]!, names: missingOf(change, view).filter(isTold) }
    }
  }
}

/** By those who see the same rows. */
function incompleteOf(hub: Hub, needed: Iterable<Needed>): Iterable<Incomplete> {
  const incomplete = new Map<string, Incomplete>()
  for (const { change, view, subscription, names } of needed) {
    if (names.length === 0) continue
    const { identity } = subscription.channel
    const key = audienceKey(view, identity)
    const of = incomplete.get(key) ?? { asker: askerFor(hub, identity), view, columns: new Map<TableChange, Set<string>>() }
    incomplete.set(key, of)
    const ofChange = of.columns.get(change) ?? new Set()
    of.columns.set(change, ofChange)
    for (const name of names) ofChange.add(name)
  }
  return incomplete.values()
}

/** A condition that only Postgres can decide, the same for all of a role that ask for it. */
interface Question {
  readonly asker: Asker
  readonly view: TableView
  readonly filter: Filter
  readonly changes: Set<TableChange>
  readonly subscriptions: Set<Subscription>
  answer: ReadonlySet<Change> | null
}

/** Leaves those whose filters fit. */
async function fittedFor(
  realtime: Realtime,
  hub: Hub,
  wanted: Wanted,
  views: ReadonlyMap<string, TableView>,
  lose: Lose,
): Promise<Map<TableChange, [TableView, Subscription][]>> {
  const questions = new Map<string, Question>()
  const open: { readonly change: TableChange; readonly subscription: Subscription; readonly view: TableView; readonly of: readonly Question[] }[] = []
  for (const [change, candidates] of wanted) {
    for (const subscription of candidates) {
      const { identity } = subscription.channel
      const view = views.get(identity.role)
      if (view === undefined) continue
      const left = unanswered(change, subscription.filters, view)
      if (left === null) continue
      const of = left.map((filter) => {
        const key = JSON.stringify([identity.role, filter])
        const question = questions.get(key) ?? {
          asker: askerFor(hub, identity),
          view,
          filter,
          changes: new Set(),
          subscriptions: new Set(),
          answer: null,
        }
        questions.set(key, question)
        question.changes.add(change)
        question.subscriptions.add(subscription)
        return question
      })
      open.push({ change, subscription, view, of })
    }
  }
  await Promise.all(
    [...questions.values()].map(async (question) => {
      const { asker, view, filter, changes, subscriptions } = question
      try {
        question.answer = await fitting(realtime.databases, asker, view, filter, [...changes])
      } catch (error) {
        if (!isRefusal(error)) {
          lose(subscriptions, error)
          return
        }
        // its filter is in nobody else's way
        for (const subscription of subscriptions) {
          hub.subscriptions.delete(subscription)
          subscription.channel.system('postgres_changes', 'error', filterFailure)
        }
      }
    }),
  )
  const fitted = new Map<TableChange, [TableView, Subscription][]>()
  for (const { change, subscription, view, of } of open) {
    if (!of.every(({ answer }) => answer?.has(change))) continue
    const ofChange = fitted.get(change) ?? []
    fitted.set(change, ofChange)
    ofChange.push([view, subscription])
  }
  return fitted
}

/** Filters that Postgres has to decide; null where another one doesn't fit. */
function unanswered(change: TableChange, filters: readonly Filter[], view: TableView): Filter[] | null {
  const left: Filter[] = []
  for (const filter of filters) {
    const type = view.columns.find(({ name, isReadable }) => isReadable && name === filter.column)?.type
    const value = valueOf(change, filter.column, change.kind === 'DELETE' ? 'old' : 'row')
    if (type === undefined || value === undefined) return null
    const answer = fits(filter, type, value)
    if (answer === false) return null
    if (answer === null) left.push(filter)
  }
  return left
}

/** Subscribers with the same policy results, and the messages they would get. */
interface Audience {
  readonly asker: Asker
  readonly view: TableView
  readonly changes: Map<TableChange, Subscription[]>
}

/** Leaves those who see the rows, by the policies of the table. Rows that are gone are asked for by nobody. */
async function seenOf(
  realtime: Realtime,
  hub: Hub,
  fitted: ReadonlyMap<TableChange, readonly (readonly [TableView, Subscription])[]>,
  lose: Lose,
): Promise<Told> {
  const told = new Map<TableChange, Map<TableView, Subscription[]>>()
  const tell = (change: TableChange, view: TableView, subscriptions: readonly Subscription[]): void => {
    const ofChange = told.get(change) ?? new Map<TableView, Subscription[]>()
    told.set(change, ofChange)
    const ofView = ofChange.get(view)
    if (ofView === undefined) ofChange.set(view, [...subscriptions])
    else ofView.push(...subscriptions)
  }
  const audiences = new Map<string, Audience>()
  for (const [change, of] of fitted) {
    for (const [view, subscription] of of) {
      if (change.kind === 'DELETE' || view.visibility === 'all') {
        tell(change, view, [subscription])
        continue
      }
      if (view.visibility === 'none') continue
      const { identity } = subscription.channel
      const key = audienceKey(view, identity)
      const audience = audiences.get(key) ?? { asker: askerFor(hub, identity), view, changes: new Map<TableChange, Subscription[]>() }
      audiences.set(key, audience)
      const subscriptions = audience.changes.get(change)
      if (subscriptions === undefined) audience.changes.set(change, [subscription])
      else subscriptions.push(subscription)
    }
  }
  if (audiences.size === 0) return told
  try {
    const transactions = [...audiences.values()].flatMap(({ changes }) => [...changes.keys()].map(({ transaction }) => transaction))
    await untilVisible(realtime.databases, hub.ref, new Set(transactions))
  } catch (error) {
    lose(
      [...audiences.values()].flatMap(({ changes }) => [...changes.values()].flat()),
      error,
    )
    return told
  }
  await Promise.all(
    [...audiences.values()].map(async ({ asker, view, changes }) => {
      try {
        const { seen, failed, error } = await visibleTo(realtime.databases, asker, view, [...changes.keys()])
        for (const [change, subscriptions] of changes) if (seen.has(change)) tell(change, view, subscriptions)
        if (failed.size === 0) return
        realtime.logger.info('policy failed', { ref: hub.ref, table: view.sqlName, error: toAppError(causeOf(error)) })
        const unsure = new Set([...failed].flatMap((change) => changes.get(change as TableChange) ?? []).map(({ channel }) => channel))
        for (const channel of unsure) channel.system('postgres_changes', 'error', policyFailure(view))
      } catch (error) {
        lose([...changes.values()].flat(), error)
      }
    }),
  )
  return told
}

function audienceKey({ visibility }: TableView, { role, userId, claims }: Identity): string {
  if (visibility !== 'user' && visibility !== 'claims') return role
  // auth.uid() reads the claims where there is no id
  return `${role} ${visibility === 'user' && userId !== null ? `of ${userId}` : claims}`
}

/** Returns the identity that reads rows. Its request's headers don't apply to others with the same claims. */
function askerFor({ ref }: Hub, identity: Identity): Asker {
  return { ref, identity, headers: '{}' }
}

function addTo<T>(sets: Map<string, Set<T>>, key: string, value: T): void {
  const set = sets.get(key) ?? new Set()
  sets.set(key, set)
  set.add(value)
}
