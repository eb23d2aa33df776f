import { randomUUID } from 'node:crypto'
import type { HookName } from '@colonnade/contracts/auth/message-fields'
import type { AuthCall } from '../call.ts'

/** What every hook is told of the call that it belongs to. */
export function metadataOf({ clock, caller }: Pick<AuthCall, 'clock' | 'caller'>, name: HookName): object {
  return { uuid: randomUUID(), time: clock.date().toISOString(), name: name.replaceAll('_', '-'), ip_address: caller.address }
}
