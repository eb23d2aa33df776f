import { z } from 'zod'
import { get, post, resource } from '../foundation/endpoint.ts'
import { Text, Timestamp } from '../foundation/values.ts'

/** Postgres truncates names to 63 bytes. */
const nameBytesMost = 63

/** Name of a schema or table. A longer one is refused, because Postgres would cut it off. */
export const TableName = Text(nameBytesMost)
  .min(1, 'Enter a name')
  .refine((name) => new TextEncoder().encode(name).length <= nameBytesMost, `Use at most ${nameBytesMost} bytes`)

/** COPYING until its transaction in the parent project commits. Any other end leaves the project unchanged. */
export const tableCopyStatuses = ['COPYING', 'COMPLETED', 'FAILED', 'CANCELLED'] as const

/** Steps of a copy in order, with their labels. */
export const tableCopySteps = [
  { id: 'structure', label: 'Creating the table' },
  { id: 'rows', label: 'Copying rows' },
  { id: 'keys', label: 'Adding foreign keys and policies' },
] as const

/** Something of the original that the copy lacks. */
export const LeftOut = z.object({
  kind: z.enum(['foreign_key', 'constraint', 'policy', 'partitioning', 'inheritance']),
  /** Name of the object; null for a property of the table. */
  name: z.string().nullable(),
  /** Postgres's error; null for what copies never have. */
  reason: z.string().nullable(),
})
export type LeftOut = z.infer<typeof LeftOut>

/** A copy of one table of a branch into the branch's parent. */
export const TableCopy = z.object({
  id: z.uuid(),
  /** Ref of the branch's project. */
  branch_ref: z.string(),
  schema: z.string(),
  name: z.string(),
  /** Name of the new table, in the same schema. */
  target_name: z.string(),
  status: z.enum(tableCopyStatuses),
  /** Current step while COPYING; null before the first one. */
  step: z.enum(tableCopySteps.map(({ id }) => id)).nullable(),
  /** Rows copied so far; all of them once COMPLETED. */
  rows: z.number().int(),
  /** Estimated number of rows of the original; null if it was never analyzed. */
  rows_estimate: z.number().nullable(),
  /** Bytes sent so far, as text. */
  bytes: z.number().int(),
  left_out: z.array(LeftOut),
  /** Object ID of the new table; null until COMPLETED. */
  table_id: z.number().int().nullable(),
  inserted_at: Timestamp,
  created_by: z.string().nullable(),
  ended_at: Timestamp.nullable(),
  problem: z.string().nullable(),
})
export type TableCopy = z.infer<typeof TableCopy>

/** A table of the branch that can be copied. */
export const CopyableTable = z.object({
  schema: z.string(),
  name: z.string(),
  /** Null if the table was never analyzed. */
  rows_estimate: z.number().nullable(),
  /** Size with TOAST data, without indexes. */
  bytes: z.number().int(),
  rls_enabled: z.boolean(),
  is_partitioned: z.boolean(),
  /** True if the parent has a table, view, sequence, index or type of that schema and name. */
  is_taken: z.boolean(),
  /** A free name for the copy; the table's own if it is free. */
  free_name: z.string(),
})
export type CopyableTable = z.infer<typeof CopyableTable>

/** Number of copies in a list. */
export const tableCopiesListed = 10

/** Most tables in a list. */
export const copyableTablesListed = 2_000

export const TableCopyInput = z.object({
  schema: TableName,
  name: TableName,
  /** Name of the new table. The table's own name if omitted. */
  target_name: TableName.optional(),
  /** Name of the parent project, if it is locked. */
  confirmed_name: Text(100).optional(),
})
export type TableCopyInput = z.infer<typeof TableCopyInput>

const writer = { auth: 'user', permission: 'database:write' } as const
const member = { auth: 'user', permission: 'projects:read' } as const

export const tableCopies = resource('/platform/projects/{ref}/branches/{branch}/table-copies', {
  list: get('/', {
    summary: 'List copies of tables from a branch into its parent, newest first',
    ...member,
    reply: z.array(TableCopy),
    errors: ['branch_not_found'],
  }),
  listTables: get('/tables', {
    summary: 'List the tables of a branch that can be copied into its parent. Wakes both',
    ...writer,
    reply: z.object({ tables: z.array(CopyableTable), has_more: z.boolean() }),
    errors: ['branch_not_found', 'project_not_active', 'project_wake_failed'],
  }),
  create: post('/', {
    summary: 'Copy a table of a branch into its parent as a new table, in the background. Never changes an existing table',
    ...writer,
    audit: 'branch.table_copied',
    body: TableCopyInput,
    reply: TableCopy,
    status: 202,
    errors: [
      'branch_not_found',
      'object_not_found',
      'duplicate_object',
      'project_not_active',
      'project_busy',
      'project_wake_failed',
      'production_locked',
      'read_only',
    ],
  }),
  cancel: post('/{copy}/cancel', {
    summary: 'Cancel a copy. Leaves the parent unchanged',
    ...writer,
    audit: 'branch.table_copy_cancelled',
    reply: TableCopy,
    errors: ['branch_not_found', 'table_copy_not_found', 'project_busy'],
  }),
  events: get('/events', {
    summary: 'Stream copies of tables from a branch: once at the start, then on each change',
    ...member,
    stream: true,
    reply: z.array(TableCopy),
    errors: ['branch_not_found'],
  }),
})
