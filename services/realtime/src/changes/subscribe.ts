import { toAppError } from '@colonnade/core'
import { setTimeout as sleep } from 'node:timers/promises'
import { causeOf } from '../authorizations/policies.ts'
import type { Identity } from '../authorizations/tokens.ts'
import type { Channel } from '../channels/channel.ts'
import type { JoinConfig } from '../channels/join-config.ts'
import { bindingsMost, noticesMost, readyMs } from '../limits.ts'
import type { Hub } from '../project/hub.ts'
import type { Realtime } from '../realtime.ts'
import { BindingError, checkBinding, noticesFor, readBinding } from './bindings.ts'
import type { Binding } from './subscription.ts'

/** A join's subscriptions: each as given, with an id; and the reason if they can't be served. */
export interface Subscribing {
  readonly answers: readonly object[]
  readonly bindings: readonly (Binding & { readonly id: number })[]
  /** null where all of it streams. */
  readonly problem: string | null
  /** Why less arrives than was asked for. */
  readonly notices: readonly string[]
  /** A later attempt may succeed. */
  readonly isLate: boolean
}

const nothing: Subscribing = { answers: [], bindings: [], problem: null, notices: [], isLate: false }

/** Has changes of rows followed, and resolves once they are. */
export async function prepareSubscriptions(realtime: Realtime, hub: Hub, { changes }: JoinConfig, { role }: Identity): Promise<Subscribing> {
  if (changes.length === 0) return nothing
  const ids = changes.map((asked) => hub.subscriptionId(asked))
  const answers = changes.map((asked, index) => ({ ...asked, id: ids[index]! }))
  if (changes.length > bindingsMost) return { ...nothing, answers, problem: tooMany }
  const late = { ...nothing, answers, problem: notReady, isLate: true }
  for (const deadline = performance.now() + retryingMs; ;) {
    let prepared: Subscribing | null = null
    try {
      prepared = await prepare(realtime, hub, changes, answers, role)
    } catch (error) {
      if (error instanceof BindingError) return { ...nothing, answers, problem: error.message }
      realtime.logger.info('changes not followed', { ref: hub.ref, error: toAppError(causeOf(error)) })
    }
    if (prepared !== null) return prepared
    if (performance.now() > deadline) return late
    // a server that was killed is back soon
    await sleep(retryMs, undefined, { ref: false })
  }
}

/** Resolves with null for what may be had later. @throws BindingError for what can't be had, and others for what may */
async function prepare(
  realtime: Realtime,
  hub: Hub,
  changes: JoinConfig['changes'],
  answers: readonly { readonly id: number }[],
  role: string,
): Promise<Subscribing | null> {
  const bindings = changes.map((asked, index) => ({ ...readBinding(asked), id: answers[index]!.id }))
  const { leave } = await realtime.databases.enter(hub.ref)
  try {
    if (!(await inTime(hub.reader!.open()))) return null
    const notices = new Set<string>()
    for (const [index, binding] of bindings.entries()) {
      const views = await realtime.tables.findPublished(hub.ref, binding.schema, binding.table, role)
      checkBinding(changes[index]!, binding, views)
      for (const notice of noticesFor(binding, views, role)) notices.add(notice)
    }
    return { ...nothing, answers, bindings, notices: [...notices].slice(0, noticesMost) }
  } finally {
    leave()
  }
}

const [retryMs, retryingMs] = [250, 2_000]
const tooMany = `Unable to subscribe to changes: a channel can ask for at most ${bindingsMost} at once`
const notReady = 'Unable to subscribe to changes: this project’s changes can’t be read right now'

async function inTime(opening: Promise<boolean>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<false>((resolve) => (timer = setTimeout(() => resolve(false), readyMs).unref()))
  try {
    return await Promise.race([opening, late])
  } finally {
    clearTimeout(timer)
  }
}

/** Starts sending changes to the channel. */
export function addSubscriptions(hub: Hub, channel: Channel, { bindings, problem, notices, isLate }: Subscribing): void {
  for (const binding of bindings) hub.subscriptions.add({ ...binding, channel })
  // its reader may have been lost since
  const isDeaf = isLate || (bindings.length > 0 && hub.reader?.isOpen !== true)
  if (isDeaf) hub.keepLate(channel)
  if (problem !== null || isDeaf) channel.system('postgres_changes', 'error', problem ?? notReady)
  else if (bindings.length > 0) channel.system('postgres_changes', 'ok', 'Subscribed to PostgreSQL')
  for (const notice of notices) channel.system('postgres_changes', 'error', notice)
}
