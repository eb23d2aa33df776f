import { type Catalog, relationKey } from '../catalog.ts'
import type { RestReply } from '../plan.ts'
import { relationOf, schemaOf } from '../planning/planner.ts'
import type { RestRequest } from '../request.ts'
import { RestError } from '../rest-error.ts'

/**
 * Answers OPTIONS, which needs no statement: what can be done to a target.
 *
 * @throws RestError when there is no such target
 */
export function replyToOptions(catalog: Catalog, request: RestRequest): RestReply {
  return { status: 200, headers: { Allow: allowed(catalog, request).join(',') }, body: null }
}

function allowed(catalog: Catalog, request: RestRequest): string[] {
  const { target } = request
  if (target.kind === 'root') return ['OPTIONS', 'GET', 'HEAD']
  const schema = schemaOf(catalog, request)
  if (target.kind === 'routine') {
    const routines = catalog.routines.get(relationKey(schema, target.name))
    if (routines === undefined) throw new RestError(404, 'PGRST202', `Could not find the function ${schema}.${target.name} in the schema cache`)
    return routines.every(({ volatility }) => volatility === 'volatile') ? ['OPTIONS', 'POST'] : ['OPTIONS', 'GET', 'HEAD', 'POST']
  }
  const { isInsertable, isUpdatable, isDeletable, primaryKey } = relationOf(catalog, schema, target.name)
  return [
    'OPTIONS',
    'GET',
    'HEAD',
    ...(isInsertable ? ['POST'] : []),
    ...(isInsertable && isUpdatable && primaryKey.length > 0 ? ['PUT'] : []),
    ...(isUpdatable ? ['PATCH'] : []),
    ...(isDeletable ? ['DELETE'] : []),
  ]
}
