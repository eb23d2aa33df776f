import { toAppError } from '@colonnade/core'
import type { ChangeStream, ServerNews } from '@colonnade/row-feed'
import { setTimeout as sleep } from 'node:timers/promises'
import { awokenMs, followMs } from '../limits.ts'
import type { Hub } from '../project/hub.ts'
import type { Realtime } from '../realtime.ts'
import { type Commit, deliver } from './deliver.ts'

const patienceMost = 32

/** Follows what is committed in one project while it is awake and somebody listens. */
export class Reader {
  readonly #realtime: Realtime
  readonly #hub: Hub
  #opening: Promise<boolean> | null = null
  #stream: ChangeStream | null = null
  #isClosed = false
  /** The server stopped while its changes were read: only if it slept is it certain that nothing was committed since. */
  #isUnsure = false
  #wait: NodeJS.Timeout | null = null
  /** Lost, or not there for who has joined: it is tried again. */
  #isMissed = false
  #isTrying = false
  /** Times that it is left alone before it is tried once more, and how often that has still to happen. */
  #patience = 1
  #left = 0

  constructor(realtime: Realtime, hub: Hub) {
    this.#realtime = realtime
    this.#hub = hub
  }

  /** Starts reading. Resolves with true if all later commits will be sent. Wakes no project. @throws AppError of the server */
  async open(): Promise<boolean> {
    if (this.#isClosed) return false
    if (this.#isUnsure) {
      this.#isUnsure = false
      this.#hub.failSubscriptions()
    }
    if (this.#stream !== null) {
      await this.#stream.renew()
      return true
    }
    this.#opening ??= this.#open().finally(() => (this.#opening = null))
    return this.#opening
  }

  /** A server that stops waits for this; one that runs is followed again. */
  async hear(news: ServerNews): Promise<void> {
    if (this.#wait !== null) clearTimeout(this.#wait)
    this.#wait = null
    if (news === 'stopping') {
      this.#isUnsure ||= this.#stream !== null || this.#opening !== null
      await this.#stop()
    } else if (this.#hub.clients.size > 0) {
      // a server that slept reports that in a moment
      if (this.#isUnsure) this.#wait = setTimeout(() => void this.openQuietly(), awokenMs).unref()
      else await this.openQuietly()
    }
  }

  get isOpen(): boolean {
    return this.#stream !== null
  }

  goOnTrying(): void {
    this.#isMissed = true
  }

  /** Called now and then. */
  async tryAgain(): Promise<void> {
    if (!this.#isMissed || this.#isTrying) return
    this.#left -= 1
    if (this.#left > 0) return
    this.#isTrying = true
    this.#patience = Math.min(this.#patience * 2, patienceMost)
    this.#left = this.#patience
    try {
      if (!(await this.openQuietly())) return
      this.#isMissed = false
      this.#patience = 1
      this.#left = 0
      this.#hub.recallLate()
    } finally {
      this.#isTrying = false
    }
  }

  /** Nobody could commit anything while it slept, and nobody is let in before this resolves. */
  async followAwoken(): Promise<void> {
    const wasUnsure = this.#isUnsure
    this.#isUnsure = false
    const isFollowed = await Promise.race([this.openQuietly(), sleep(followMs, false, { ref: false })])
    if (!isFollowed && wasUnsure) this.#hub.failSubscriptions()
  }

  /** Starts reading for clients that only receive messages sent from SQL. Resolves with true if these will be sent. */
  async openQuietly(): Promise<boolean> {
    try {
      return await this.open()
    } catch (error) {
      this.#realtime.logger.info('changes not followed', { ref: this.#hub.ref, error: toAppError(error) })
      return false
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true
    if (this.#wait !== null) clearTimeout(this.#wait)
    await this.#stop()
  }

  async #open(): Promise<boolean> {
    const stream = await this.#realtime.readers.open(this.#hub.ref)
    if (stream === null) return false
    if (this.#isClosed) {
      await stream.close()
      return false
    }
    this.#stream = stream
    void this.#follow(stream)
    return true
  }

  async #follow(stream: ChangeStream): Promise<void> {
    let commit: Commit = { at: new Date(0), transaction: 0 }
    try {
      for await (const messages of stream) commit = await deliver(this.#realtime, this.#hub, messages, commit)
    } catch (error) {
      this.#realtime.logger.info('changes no longer followed', { ref: this.#hub.ref, error: toAppError(error) })
    } finally {
      const wasLost = this.#stream === stream
      if (wasLost) {
        this.#stream = null
        this.#isMissed = true
        // they join again, and hear everything from then on
        this.#hub.failSubscriptions()
      }
    }
  }

  async #stop(): Promise<void> {
    const stream = this.#stream
    // a stream that was stopped on purpose isn't lost
    this.#stream = null
    await stream?.close()
  }
}
