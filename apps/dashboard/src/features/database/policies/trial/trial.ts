import { isAppError } from '@colonnade/core'
import { literal, sql, toText } from '@colonnade/sql'
import { queryOptions } from '@tanstack/react-query'
import type { policies } from '@colonnade/pg-meta'
import {
  getTrialRowsSql,
  getTrialWriteSql,
  getVerdictsSql,
  getVisiblePlacesSql,
  triedSqlstate,
  type TrialWrite,
} from '@colonnade/pg-meta/policy-trial'
import { messageOf } from '../../../../lib/error-notice.tsx'
import { sqlKey } from '../../../../scope/keys/keys.ts'
import { runSql, type RunAs } from '../../../../scope/run-sql.ts'
import { applyingPolicies, explainRow, type RowVerdict, type TrialCommand } from '../../../../scope/policies/verdicts.ts'
import { trialText } from './messages.ts'

type Policy = policies.Policy

export interface TrialTable {
  readonly schema: string
  readonly name: string
}

/** Most rows in a test. */
export const trialRows = 100

/** A person waits at the screen, so an expression that takes longer is stopped. */
const trialTimeoutMs = 10_000

const endlessText = trialText.stopped(trialTimeoutMs / 1000)

/** invalid_object_definition: among queries, only policies that recurse raise it. */
const loopSqlstate = '42P17'
const loopText = trialText.loop

/** Explains in a sentence why a test failed. */
export function trialErrorText(error: unknown): string {
  if (!isAppError(error)) return messageOf(error)
  if (error.code === 'statement_timeout') return endlessText
  return error.details['sqlstate'] === loopSqlstate ? `${messageOf(error)}. ${loopText}` : messageOf(error)
}

/** The place of a table's first row. */
const firstPlace = '(0,1)'

export interface TriedRow extends RowVerdict {
  readonly tableId: number
  readonly place: string
  readonly json: string
  /** For SELECT: whether the database itself shows the row; null for other commands. */
  readonly isShown: boolean | null
}

/**
 * Reads the first rows of a table, and evaluates the policies of a command for each. Reads the rows as the project's own user, and evaluates
 * the policies as the role, with its claims. @throws AppError by SQLSTATE, as the role's own query would
 */
export async function tryRows(
  ref: string,
  table: TrialTable,
  found: readonly Policy[],
  {
    as,
    memberOf,
    command,
    signal,
  }: { readonly as: RunAs; readonly memberOf: readonly string[]; readonly command: TrialCommand; readonly signal?: AbortSignal },
): Promise<readonly TriedRow[]> {
  const bounds = { read_only: true, timeout_ms: trialTimeoutMs, signal }
  const { results } = await runSql(ref, { query: getTrialRowsSql(table, trialRows), ...bounds })
  const rows = (results[0]?.rows ?? []).map(([tableId, place, record, json]) => ({
    tableId: Number(tableId),
    place: place!,
    record: record!,
    json: json!,
  }))
  if (rows.length === 0) {
    // finds errors in the policies even so
    if (command === 'SELECT') await shownPlaces(ref, table, [{ place: firstPlace }], as, signal)
    return []
  }
  const applying = applyingPolicies(found, memberOf, command)
  const asked = applying.filter(({ definition }) => definition !== null)
  const verdicts =
    asked.length === 0
      ? rows.map(() => [])
      : await runSql(ref, {
          query: getVerdictsSql(
            table,
            rows.map(({ record }) => record),
            asked.map(({ definition }) => definition!),
          ),
          as,
          ...bounds,
        }).then((reply) => reply.results[0]!.rows)
  const shown = command === 'SELECT' ? await shownPlaces(ref, table, rows, as, signal) : null
  return rows.map(({ tableId, place, json }, index) => ({
    tableId,
    place,
    json,
    isShown: shown === null ? null : shown.has(`${tableId} ${place}`),
    ...explainRow(
      asked.map((policy, at) => ({ policy, isTrue: verdicts[index]![at] === 't' })),
      command,
    ),
  }))
}

async function shownPlaces(ref: string, table: TrialTable, rows: readonly { readonly place: string }[], as: RunAs, signal: AbortSignal | undefined) {
  const query = getVisiblePlacesSql(
    table,
    rows.map(({ place }) => place),
  )
  const { results } = await runSql(ref, { query, as, read_only: true, timeout_ms: trialTimeoutMs, signal })
  return new Set((results[0]?.rows ?? []).map(([tableId, place]) => `${tableId} ${place}`))
}

/** A role's relationship to a table. */
export interface RoleStanding {
  /** Roles with rights it inherits, including itself. */
  readonly memberOf: readonly string[]
  /** Why no policy applies to it; null where they do. */
  readonly unbound: string | null
}

export const roleStandingQuery = (ref: string, table: { readonly id: number; readonly name: string }, role: string) =>
  queryOptions({
    queryKey: sqlKey(ref, 'database', 'role-standing', table.id, role),
    queryFn: async ({ signal }): Promise<RoleStanding | null> => {
      const { results } = await runSql(ref, { query: standingSql(table.id, role), read_only: true, signal })
      const text = results[0]?.rows[0]?.[0]
      if (typeof text !== 'string') return null
      const found = JSON.parse(text) as { memberOf: string[]; isOff: boolean; bypasses: boolean; isExempt: boolean }
      const unbound = found.isOff
        ? trialText.off(table.name)
        : found.bypasses
          ? trialText.bypasses(role)
          : found.isExempt
            ? trialText.owns(role)
            : null
      return { memberOf: found.memberOf, unbound }
    },
    staleTime: 5_000,
  })

function standingSql(id: number, role: string): string {
  return toText(sql`select pg_catalog.jsonb_build_object(
  'memberOf', (select pg_catalog.jsonb_agg(m.rolname) from pg_catalog.pg_roles m where pg_catalog.pg_has_role(r.oid, m.oid, 'USAGE')),
  'isOff', not c.relrowsecurity,
  'bypasses', r.rolsuper or r.rolbypassrls,
  'isExempt', pg_catalog.pg_has_role(r.oid, c.relowner, 'USAGE') and not c.relforcerowsecurity
)::text from pg_catalog.pg_class c, pg_catalog.pg_roles r where c.oid = ${id} and r.rolname = ${literal(role)};`)
}

export interface WriteAnswer {
  readonly isAllowed: boolean
  readonly text: string
}

/** Writes as a role, rolls it back, and returns the database's answer. @throws AppError if the database can't be reached */
export async function tryWrite(ref: string, table: TrialTable, write: TrialWrite, as: RunAs): Promise<WriteAnswer> {
  try {
    await runSql(ref, { query: getTrialWriteSql(table, write), as, timeout_ms: trialTimeoutMs })
  } catch (error) {
    if (!isAppError(error) || error.details['sqlstate'] === undefined) throw error
    const { sqlstate, detail, hint } = error.details
    if (sqlstate !== triedSqlstate) {
      return { isAllowed: false, text: [trialErrorText(error), detail, hint].filter((part) => typeof part === 'string' && part !== '').join('. ') }
    }
    if (detail === '0') return { isAllowed: false, text: trialText.noRow }
    return { isAllowed: true, text: trialText.rolledBack }
  }
  throw new Error('The write was not rolled back')
}
