import type { ServiceReply } from '@colonnade/projects'
import type { StorageCall } from './call.ts'
import { text } from './replies.ts'
import type { PathParameters, RouteShape } from './router.ts'
import { protocolVersion } from './limits.ts'

/** A way into the service. */
export interface Route extends RouteShape {
  handle(call: StorageCall, parameters: PathParameters): Promise<ServiceReply>
}

export const routes: readonly Route[] = [
  { method: 'GET', path: '/status', handle: async () => text('') },
  { method: 'GET', path: '/version', handle: async () => text(protocolVersion) },
]
