import { z } from 'zod'
import { get, patch, remove, resource } from '../foundation/endpoint.ts'
import { Nothing, Text } from '../foundation/values.ts'

/** Most places of one call: as many tables as a diagram draws, those of other schemas among them. */
export const maxDiagramPlaces = 2_000
/** Places that are kept of one project; the oldest make room. */
export const maxKeptPlaces = 20_000

/** Postgres keeps 63 bytes of a name. */
const ObjectName = Text(63).min(1, 'Give a name')
const Coordinate = z.number().min(-1_000_000).max(1_000_000)

/** Where somebody put a table in the diagram of a schema, in pixels of the diagram at its natural size. */
export const DiagramPlace = z.object({
  /** Schema and name of the table; a diagram can also show tables of other schemas. */
  table_schema: ObjectName,
  table: ObjectName,
  x: Coordinate,
  y: Coordinate,
})
export type DiagramPlace = z.infer<typeof DiagramPlace>

/** How the tables of a diagram stand together: each way has places of its own. */
export const diagramGroupings = ['none', 'related', 'name'] as const

const Places = z.object({ places: z.array(DiagramPlace) })
const ofSchema = z.object({ schema: ObjectName, grouping: z.enum(diagramGroupings).default('none') })

export const diagrams = resource('/platform/projects/{ref}/diagrams', {
  retrieve: get('/', {
    summary: 'Get the positions of the tables in a schema’s diagram; empty while the layout is automatic',
    auth: 'user',
    permission: 'database:read',
    query: ofSchema,
    reply: Places,
  }),
  update: patch('/', {
    summary: 'Put tables of a diagram somewhere, for everybody; those that are not named stay',
    auth: 'user',
    permission: 'database:write',
    body: ofSchema.extend({ places: z.array(DiagramPlace).min(1).max(maxDiagramPlaces) }),
    bodyLimitBytes: 1024 * 1024,
    bodyValuesMost: 10 * maxDiagramPlaces,
    reply: Nothing,
    status: 204,
  }),
  remove: remove('/', {
    summary: 'Delete the positions of tables, so that the layout is automatic again',
    auth: 'user',
    permission: 'database:write',
    query: ofSchema,
    reply: Nothing,
    status: 204,
  }),
})
