import type { Lint } from '@colonnade/contracts/data/lints'
import { isAppError } from '@colonnade/core'
import type { Queryable } from '@colonnade/pg'
import { sql, toText } from '@colonnade/sql'
import { findingsPerRule } from '../../../kernel/limits.ts'
import { authRules } from './auth-rules.ts'
import { performanceRules } from './performance-rules.ts'
import { realtimeRules } from './realtime-rules.ts'
import type { Rule } from './rule.ts'
import { securityRules } from './security-rules.ts'

/** All rules, most severe first. */
export const rules: readonly Rule[] = [...securityRules, ...authRules, ...realtimeRules, ...performanceRules]

/** Minimum age of the statistics in seconds: younger ones don't show that something is unused. */
const statisticsSecondsMin = 24 * 60 * 60

export interface LintOptions {
  /** Age of the project: copies of a cluster start with the statistics of their source. */
  readonly projectSeconds: number
  /** Skips rules with catalogs that the role can't read, or the server doesn't have, on a server that Colonnade didn't set up. */
  readonly isForeign?: boolean
}

/** Runs all rules on a connection to the project's database, as the administrator. */
export async function readLints(server: Queryable, { projectSeconds, isForeign = false }: LintOptions): Promise<Lint[]> {
  const hasStatistics = Math.min(projectSeconds, await statisticsSeconds(server)) >= statisticsSecondsMin
  const lints: Lint[] = []
  for (const rule of rules) {
    if (rule.needsStatistics === true && !hasStatistics) continue
    const found = await applyRule(server, isForeign ? { ...rule, query: rule.foreignQuery ?? rule.query } : rule).catch((error: unknown) => {
      if (isForeign && (isAppError(error, 'insufficient_privilege') || isAppError(error, 'undefined_object'))) return []
      throw error
    })
    lints.push(...found)
  }
  return lints
}

/** Returns true if the project has, or recently had, users. Reads catalogs only. */
export async function hasUsers(server: Queryable): Promise<boolean> {
  const row = await server.first<{ found: boolean }>(sql`
    select coalesce(pg_relation_size(c.oid) > 0, false) as found from pg_class c where c.oid = to_regclass('auth.users') and c.relkind = 'r'`)
  return row?.found === true
}

/** Runs one rule. */
export async function applyRule(server: Queryable, { query, find, name, title, level, categories, description, page }: Rule): Promise<Lint[]> {
  const rows = await server.rows(sql`select * from (${query}) findings order by schema, name, findings::text limit ${findingsPerRule}`)
  return rows.map((row) => {
    const { detail, remediation, metadata, key } = find(row as never)
    const remediation_sql = remediation === null ? null : toText(remediation)
    return { name, title, level, categories, description, detail, remediation_sql, metadata, cache_key: `${name} ${key}`, ...(page && { page }) }
  })
}

async function statisticsSeconds(server: Queryable): Promise<number> {
  const row = await server.first<{ seconds: number | null }>(sql`
    select extract(epoch from now() - greatest(d.stats_reset, b.stats_reset))::int8 as seconds
    from pg_stat_bgwriter b left join pg_stat_database d on d.datname = current_database()`)
  return row?.seconds ?? 0
}
