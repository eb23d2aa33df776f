import { listDiagramTables, diagramTableLimit } from '@colonnade/pg-meta/diagram'
import { objectsQuery } from '../objects/object-queries.ts'

/** The tables of a schema as its diagram draws them; one more than are drawn where there are more. */
export const diagramQuery = (ref: string, schema: string) =>
  objectsQuery(ref, ['diagram', schema], () => listDiagramTables({ schema, limit: diagramTableLimit + 1 }))
