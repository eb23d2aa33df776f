import { databaseObjects, databases, projectTypes } from '@colonnade/contracts/data/database-objects'
import { objectKinds } from '@colonnade/pg-meta/kinds'
import { serve } from './context.ts'
import type { Call } from '../queries/service.ts'
import * as service from './service.ts'

const reach = ({ ctx, actor, scope, request }: Omit<service.Reach, 'call'> & { readonly request: Call }) => ({ ctx, actor, scope, call: request })

const ofKinds = Object.entries(objectKinds).flatMap(([noun, kind]) => {
  const { list, retrieve, create, update, remove } = databaseObjects[noun]!
  const routes = [
    serve(list, (input) => service.listObjects(reach(input), kind, input.query)),
    retrieve && serve(retrieve, (input) => service.retrieveObject(reach(input), kind, input.params.id)),
    create && serve(create, (input) => service.createObject(reach(input), kind, input.body)),
    update && serve(update, (input) => service.updateObject(reach(input), kind, input.params.id, input.body)),
    remove && serve(remove, (input) => service.removeObject(reach(input), kind, input.params.id, input.query)),
  ]
  return routes.filter((route) => route !== undefined)
})

export const databaseObjectRoutes = [
  ...ofKinds,
  serve(databases.version, (input) => service.retrieveVersion(reach(input))),
  serve(projectTypes.typescript, (input) => service.generateTypes(reach(input), input.query.included_schemas)),
  serve(databases.typescript, (input) => service.generateTypes(reach(input), input.query.included_schemas)),
  serve(databases.grantTable, (input) => service.grantTable(reach(input), input.body)),
  serve(databases.revokeTable, (input) => service.revokeTable(reach(input), input.body)),
  serve(databases.grantColumn, (input) => service.grantColumn(reach(input), input.body)),
  serve(databases.revokeColumn, (input) => service.revokeColumn(reach(input), input.body)),
]
