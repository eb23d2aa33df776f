import { type Fragment, join, sql } from '@colonnade/sql'
import { relationKey, type Routine } from '../catalog.ts'
import type { Plan, PlannedReply, Portions, Statement, Window } from '../plan.ts'
import type { RestRequest } from '../request.ts'
import type { Negotiated } from './media-types.ts'
import { isRolledBack, preferenceApplied } from './preferences.ts'
import { bodyOf, handledRow, nothing } from './results.ts'
import { render } from './statements.ts'
import type { Level, Planning } from './levels/tree.ts'
import type { Outputs } from './levels/levels.ts'

import { relationName } from './levels/embeds.ts'

interface Parts {
  readonly kind: PlannedReply['kind']
  readonly statement: Fragment
  readonly negotiated: Negotiated
  readonly isReadOnly: boolean
  /** Whether the reply has content at all. */
  readonly hasContent: boolean
  readonly window?: Window
  readonly estimate?: Statement | null
  readonly routine?: Routine
  readonly contentLocation?: string | null
  readonly location?: PlannedReply['location']
  readonly isResolved?: boolean
  readonly mayMerge?: boolean
  readonly emptyBody?: string
  /** Of a statement that sends rows one by one. */
  readonly portions?: Portions | null
  readonly canPortion?: boolean
}

export function planOf({ catalog, schema }: Planning, request: RestRequest, parts: Parts): Plan {
  const { format, contentType, explain } = parts.negotiated
  const { preferences } = request
  const isBinary = format.kind === 'handler' && format.handler.baseType === 'bytea'
  const options =
    explain === null
      ? []
      : [sql`format ${explain.format === 'json' ? sql`json` : sql`text`}`, ...explain.options.map((option) => explainOptions[option])]
  return {
    ...render(explain === null ? parts.statement : sql`explain (${join(options)}) ${parts.statement}`),
    isExplained: explain !== null,
    portions: parts.portions == null ? null : { separator: parts.portions.separator, closing: parts.portions.closing },
    canPortion: parts.canPortion ?? false,
    estimate: parts.estimate ?? null,
    isReadOnly: parts.isReadOnly,
    isRolledBack: isRolledBack(catalog, preferences),
    searchPath: [...new Set([schema, ...catalog.extraSearchPath])],
    settings: parts.routine?.settings ?? {},
    mayChangeSession: parts.routine?.volatility === 'volatile',
    reply: {
      kind: parts.kind,
      contentType: parts.hasContent || explain !== null ? contentType : null,
      isHead: request.method === 'HEAD',
      isSingular: format.kind === 'object' && explain === null,
      emptyBody: parts.emptyBody ?? '',
      isBinary: isBinary && explain === null,
      preferenceApplied: preferenceApplied(catalog, parts.kind, preferences, parts.isResolved ?? false),
      contentProfile: catalog.schemas.length > 1 ? schema : null,
      contentLocation: parts.contentLocation ?? null,
      location: parts.location ?? null,
      offset: parts.window?.offset ?? null,
      count: preferences.count,
      maxRows: catalog.settings.maxRows,
      mayMerge: parts.mayMerge ?? false,
    },
  }
}

const explainOptions = { analyze: sql`analyze`, verbose: sql`verbose`, settings: sql`settings`, buffers: sql`buffers`, wal: sql`wal` }

/** Returns the window of a read. The one of a Range header includes the query's. */
export function windowOf(level: Level, { range }: RestRequest): Window {
  return range ?? level.window
}

/** Selects whole rows of the relation's type for an owner's aggregate; returns null when columns are wanted. */
export function handledOutputs(level: Level, { format }: Negotiated): Outputs | null {
  if (format.kind !== 'handler' || format.handler.kind !== 'aggregate' || level.relation === null) return null
  const type = relationName(relationKey(level.relation.schema, level.relation.name))
  return { outputs: [{ name: handledRow, value: sql`(${level.row})::${type}`, isJson: false, aggregate: null }], joins: [], joined: new Set() }
}

/** Names of the columns of a level's result, if the catalog knows them. */
export function namesOf(level: Level, { outputs }: Outputs): string[] | null {
  const names: string[] = []
  for (const { name } of outputs) {
    if (name !== null) names.push(name)
    else if (level.relation === null) return null
    else names.push(...level.relation.columns.keys())
  }
  return names
}

/** Writes the body of a reply, or null when none is sent. */
export function contentOf(negotiated: Negotiated, level: Level, outputs: Outputs, isSent: boolean): Fragment {
  return isSent ? bodyOf(negotiated.format, namesOf(level, outputs), level.relation !== null) : nothing
}

/** Tests if a body can be sent row by row. */
export function canBePortioned({ format, explain }: Negotiated, { method }: RestRequest): boolean {
  return explain === null && method !== 'HEAD' && (format.kind === 'csv' || format.kind === 'json')
}

/**
 * Tests if a body that can be sent row by row is: CSV always, since it is how people move whole tables, and JSON arrays when asked. Those
 * that don't need it are made by one aggregate, which costs less.
 */
export function isPortioned({ arePortionsWanted }: Planning, { format }: Negotiated): boolean {
  return format.kind === 'csv' || arePortionsWanted
}
