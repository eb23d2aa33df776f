import { z } from 'zod'
import { get, patch, remove, resource } from '../foundation/endpoint.ts'
import { Nothing, Text } from '../foundation/values.ts'

/** Most positions in one request: the most tables in a diagram, including those of other schemas. */
export const maxDiagramPlaces = 2_000
/** Most stored positions of a project. The oldest are removed first. */
export const maxKeptPlaces = 20_000

/** Postgres truncates names to 63 bytes. */
const ObjectName = Text(63).min(1, 'Enter a name')
const Coordinate = z.number().min(-1_000_000).max(1_000_000)

/** Position of a table in a schema's diagram, in pixels at 100% zoom. */
export const DiagramPlace = z.object({
  /** Schema and name of the table; a diagram can also show tables of other schemas. */
  table_schema: ObjectName,
  table: ObjectName,
  x: Coordinate,
  y: Coordinate,
})
export type DiagramPlace = z.infer<typeof DiagramPlace>

/** Groupings of tables in a diagram. Each has its own positions. */
export const diagramGroupings = ['none', 'related', 'name'] as const

const Places = z.object({ places: z.array(DiagramPlace) })
const ofSchema = z.object({ schema: ObjectName, grouping: z.enum(diagramGroupings).default('none') })

export const diagrams = resource('/platform/projects/{ref}/diagrams', {
  retrieve: get('/', {
    summary: 'Retrieve the positions of tables in a schema’s diagram. Empty while the layout is automatic',
    auth: 'user',
    permission: 'database:read',
    query: ofSchema,
    reply: Places,
  }),
  update: patch('/', {
    summary: 'Move tables in a diagram, for all members. Other tables stay in place',
    auth: 'user',
    permission: 'database:write',
    body: ofSchema.extend({ places: z.array(DiagramPlace).min(1).max(maxDiagramPlaces) }),
    bodyLimitBytes: 1024 * 1024,
    bodyValuesMost: 10 * maxDiagramPlaces,
    reply: Nothing,
    status: 204,
  }),
  remove: remove('/', {
    summary: 'Reset a diagram to the automatic layout',
    auth: 'user',
    permission: 'database:write',
    query: ofSchema,
    reply: Nothing,
    status: 204,
  }),
})
