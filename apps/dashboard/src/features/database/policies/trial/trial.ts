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

type Policy = policies.Policy

export interface TrialTable {
  readonly schema: string
  readonly name: string
}

/** Rows that are looked at. */
export const trialRows = 100

/** What a person waits for at the screen: an expression that runs on is stopped, and said. */
const trialTimeoutMs = 10_000

/** What is said when a trial was stopped. */
const endlessText = `It was stopped after ${trialTimeoutMs / 1000} seconds: an expression of a policy, or a function that it calls, runs too long or without end.`

/** invalid_object_definition: of what a query runs, only policies that go round in a circle. */
const loopSqlstate = '42P17'
const loopText =
  'A policy of it reads the table again, itself or through another table: let a function that is SECURITY DEFINER read it in its place.'

/** Why a trial failed, in a sentence. */
export function trialErrorText(error: unknown): string {
  if (!isAppError(error)) return messageOf(error)
  if (error.code === 'statement_timeout') return endlessText
  return error.details['sqlstate'] === loopSqlstate ? `${messageOf(error)}. ${loopText}` : messageOf(error)
}

/** Where the first row of a table would be. */
const firstPlace = '(0,1)'

export interface TriedRow extends RowVerdict {
  readonly tableId: number
  readonly place: string
  readonly json: string
  /** For SELECT: whether the database itself showed the row; null where it was not asked. */
  readonly isShown: boolean | null
}

/**
 * The first rows of a table, and what the policies of a command say of each to a role: the rows are read as the project's own user, the
 * policies asked as the role, with its claims. @throws AppError by SQLSTATE, as the role's own query would
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
    // what is wrong with the policies shows all the same
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

/** How a role stands to a table. */
export interface RoleStanding {
  /** Roles whose rights it has, itself among them. */
  readonly memberOf: readonly string[]
  /** Why no policy holds for it; null where they do. */
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
        ? `Row-level security of ${table.name} is off: policies do nothing.`
        : found.bypasses
          ? `${role} bypasses row-level security.`
          : found.isExempt
            ? `${role} owns the table, and row-level security is not forced.`
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

/** Writes as a role and takes it back; what the database said. @throws AppError when the database was not reached */
export async function tryWrite(ref: string, table: TrialTable, write: TrialWrite, as: RunAs): Promise<WriteAnswer> {
  try {
    await runSql(ref, { query: getTrialWriteSql(table, write), as, timeout_ms: trialTimeoutMs })
  } catch (error) {
    if (!isAppError(error) || error.details['sqlstate'] === undefined) throw error
    const { sqlstate, detail, hint } = error.details
    if (sqlstate !== triedSqlstate) {
      return { isAllowed: false, text: [trialErrorText(error), detail, hint].filter((part) => typeof part === 'string' && part !== '').join('. ') }
    }
    if (detail === '0') return { isAllowed: false, text: 'No row was touched: the policies hide it from this command, or a trigger kept it back.' }
    return { isAllowed: true, text: 'The database let it happen, and it was taken back.' }
  }
  throw new Error('The write was not taken back')
}
