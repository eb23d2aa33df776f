import { isAppError } from '@colonnade/core'
import { policies } from '@colonnade/pg-meta'
import { getExpressionCheckSql } from '@colonnade/pg-meta/policy-trial'
import { queryOptions } from '@tanstack/react-query'
import { messageOf } from '../../lib/error-notice.tsx'
import { fetchRow, fetchRows } from '../fetch-rows.ts'
import { sqlKey } from '../keys/keys.ts'
import { runSql } from '../run-sql.ts'
import { expressionText } from './messages.ts'

export const policiesQuery = (ref: string, schema: string) =>
  queryOptions({
    queryKey: sqlKey(ref, 'database', 'policies', schema),
    queryFn: ({ signal }) => fetchRows(ref, policies.list({ includedSchemas: [schema] }), signal),
    staleTime: 10_000,
  })

/** Retrieves the comment of a policy; null if it has none. */
export const policyCommentQuery = (ref: string, id: number) =>
  queryOptions({
    queryKey: sqlKey(ref, 'database', 'policy-comment', id),
    queryFn: async ({ signal }) => (await fetchRow(ref, policies.retrieveDetails({ id }), signal))?.comment ?? null,
    staleTime: 10_000,
  })

/** Returns why Postgres refuses an expression; null if it accepts it. */
export const expressionCheckQuery = (ref: string, table: { readonly schema: string; readonly name: string }, expression: string) =>
  queryOptions({
    queryKey: sqlKey(ref, 'database', 'policy-expression', table.schema, table.name, expression),
    queryFn: async ({ signal }): Promise<string | null> => {
      const check = getExpressionCheckSql(table, expression)
      try {
        await runSql(ref, { query: check.sql, read_only: true, signal })
        return null
      } catch (error) {
        // an error from elsewhere isn't a verdict
        if (!isAppError(error) || error.details['sqlstate'] === undefined) throw error
        return refusalText(error, check.offset, expression)
      }
    },
    staleTime: 10_000,
    retry: false,
  })

function refusalText(
  error: { readonly message: string; readonly details: Readonly<Record<string, unknown>> },
  offset: number,
  expression: string,
): string {
  const { sqlstate, position, hint } = error.details
  if (sqlstate === '42804') return expressionText.notBoolean(messageOf(error).replace('argument of WHERE', expressionText.subject))
  const place = typeof position === 'number' ? position - offset : 0
  const where = place >= 1 && place <= Array.from(expression).length ? expressionText.position(place) : ''
  return `${messageOf(error)}${where}${typeof hint === 'string' ? `. ${hint}` : ''}`
}
