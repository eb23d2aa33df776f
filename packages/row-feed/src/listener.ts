import type { Login } from '@colonnade/clusters'
import type { RowChangeEvent } from '@colonnade/contracts/data/row-changes'
import { isDeepStrictEqual } from 'node:util'
import { rowChangeEventsMax } from './limits.ts'
import type { TableState } from './table-states.ts'

export interface ListenerInput {
  readonly table: number
  /** As who the listener reads rows. */
  readonly login: Login
  /** Called when there is something to take. */
  readonly wake: () => void
}

/** Someone who follows a table. */
export interface Listener extends ListenerInput {
  readonly state: TableState
  /** Hands an event over; a reader who is too slow loses what waits and is told so. */
  push(event: RowChangeEvent): void
  /** Takes another form of the table; whether the reader must look again. */
  change(state: TableState): boolean
  /** Nothing comes any more. */
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
