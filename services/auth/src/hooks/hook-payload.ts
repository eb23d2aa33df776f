import { randomUUID } from 'node:crypto'
import type { HookName } from '@colonnade/contracts/auth/message-fields'
import type { AuthCall } from '../call.ts'

/** Returns the metadata of the call that every hook gets. */
export function metadataOf({ clock, caller }: Pick<AuthCall, 'clock' | 'caller'>, name: HookName): object {
  return { uuid: randomUUID(), time: clock.date().toISOString(), name: name.replaceAll('_', '-'), ip_address: caller.address }
}
