import { housekeepingMs } from '../../kernel/limits.ts'
import type { Room } from '../../kernel/room.ts'
import { functionSecretRoutes } from './function-secrets/routes.ts'
import { deleteRemoved as deleteRemovedSecrets } from './function-secrets/store.ts'
import { edgeFunctionRoutes } from './edge-functions/routes.ts'
import { deleteRemoved } from './edge-functions/store.ts'

export const functionsRoom: Room<object> = {
  name: 'functions',
  routes: [...edgeFunctionRoutes, ...functionSecretRoutes],
  chores: [
    { name: 'deleteRemovedFunctions', everyMs: housekeepingMs, work: ({ database }) => deleteRemoved(database) },
    { name: 'deleteRemovedFunctionSecrets', everyMs: housekeepingMs, work: ({ database }) => deleteRemovedSecrets(database) },
  ],
}
