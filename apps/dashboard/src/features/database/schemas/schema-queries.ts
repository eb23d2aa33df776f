import { listDiagramTables, diagramTableLimit } from '@colonnade/pg-meta/diagram'
import { objectsQuery } from '../objects/object-queries.ts'

/** The tables of a schema for its diagram; one more than it shows if there are more. */
export const diagramQuery = (ref: string, schema: string) =>
  objectsQuery(ref, ['diagram', schema], () => listDiagramTables({ schema, limit: diagramTableLimit + 1 }))
