import type { Login } from '@colonnade/clusters'
import type { RowChangeEvent } from '@colonnade/contracts/data/row-changes'
import { isDeepStrictEqual } from 'node:util'
import { rowChangeEventsMax } from './limits.ts'
import type { TableState } from './table-states.ts'

export interface ListenerInput {
  readonly table: number
  /** The login that the listener reads rows with. */
  readonly login: Login
  /** Called when events are available. */
  readonly wake: () => void
}

/** A reader that follows a table. */
export interface Listener extends ListenerInput {
  readonly state: TableState
  /** Queues an event. If the reader is too slow, drops the queued changes and marks the event as cut. */
  push(event: RowChangeEvent): void
  /** Updates the table's state. Returns whether the reader must reload. */
  change(state: TableState): boolean
  /** Ends the stream of events. */
  end(): void
  take(): RowChangeEvent[]
  isOver(): boolean
}

export function createListener(input: ListenerInput, first: TableState): Listener {
  let waiting: RowChangeEvent[] = []
  let isEnded = false
  let state = first
  return {
    ...input,
    get state() {
      return state
    },
    push(event) {
      if (isEnded) return
      if (waiting.length >= rowChangeEventsMax && event.kind === 'changes') waiting = [{ ...event, changes: [], is_cut: true }]
      else waiting.push(event)
      input.wake()
    },
    change(next) {
      const isOther = !isDeepStrictEqual([state.key, state.relations], [next.key, next.relations])
      state = next
      return isOther
    },
    end() {
      isEnded = true
      input.wake()
    },
    take() {
      const events = waiting
      waiting = []
      return events
    },
    isOver: () => isEnded && waiting.length === 0,
  }
}
