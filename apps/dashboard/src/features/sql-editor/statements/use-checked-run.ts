import { hasDangerWord, type Analysis, type RelationName } from '@colonnade/pg-meta/statements'
import { useEffect, useRef, useState } from 'react'
import { statementAnalyzer } from '../../../lib/sql-text/statement-analyzer.ts'
import { whenIdle } from '../../../lib/late/when-idle.ts'
import type { RunAs } from '../../../scope/run-sql.ts'
import { stakesPatienceMs, type RowLimit } from '../limits.ts'
import type { SqlPart } from '../run/run-state.ts'
import { gatherUnsecured, listFindings, type Finding } from './findings.ts'
import { loadStakes } from './load-stakes.ts'
import { securedPart, securingStatements, type SecuringStatement } from './secured-part.ts'
import { isAsked, noStakes, relevantFindings, type Stakes } from './stakes.ts'

export interface WantedRun {
  readonly part: SqlPart
  readonly rowLimit: RowLimit
  /** Each statement is committed before the next one runs, whatever is chosen. */
  readonly commitsEach?: boolean
  /** Statements of `part` that switch row-level security on, which nobody wrote. */
  readonly secured?: readonly SecuringStatement[]
}

/** What decides whether a text is asked about, as it is when that is wanted. */
export interface CheckContext {
  readonly projectRef: string
  readonly as: RunAs | undefined
  /** The production lock is on. */
  readonly isLocked: boolean
  readonly isInTransaction: boolean
  /** What is chosen for all runs. */
  readonly commitsEach: boolean
}

/** What stands between the wish to run a text and its run. */
export type RunCheck =
  | { readonly kind: 'none' }
  | { readonly kind: 'checking'; readonly wanted: WantedRun }
  | {
      readonly kind: 'asking'
      readonly wanted: WantedRun
      readonly findings: readonly Finding[]
      readonly stakes: Stakes
      /** What is at stake is still being looked into. */
      readonly isLookingInto: boolean
      /** The project's name must be entered. */
      readonly needsName: boolean
      /** Tables that would be open to everybody. */
      readonly unsecured: readonly RelationName[]
      readonly analysis: Analysis | null
    }

/** `locked`: it was refused for want of the project's name. */
export type RunEnd = 'locked' | 'ended'

export interface CheckedRun {
  readonly check: RunCheck
  /** Runs a text, at once unless there is something to be known before. */
  readonly request: (wanted: WantedRun) => void
  /** Asks for the project's name for a text that the server refused without it. */
  readonly requestName: (wanted: WantedRun) => void
  readonly confirm: (answer: { readonly isSecured: boolean; readonly name: string | undefined }) => void
  /** Whether there was anything to give up. */
  readonly giveUp: () => boolean
}

/** Asks before a text runs that would destroy something, keep others waiting, or is refused; one that can't be understood in time runs as it is. */
export function useCheckedRun(context: CheckContext, run: (wanted: WantedRun, confirmedName: string | undefined) => Promise<RunEnd>): CheckedRun {
  const latest = useRef<WantedRun>(null)
  const [check, setCheck] = useState<RunCheck>({ kind: 'none' })
  useEffect(() => {
    const stopWaiting = whenIdle(() => statementAnalyzer().prepare(), 2_000)
    return () => {
      stopWaiting()
      // after leaving, there is no one to ask
      latest.current = null
    }
  }, [])

  const settle = (next: RunCheck) => {
    latest.current = next.kind === 'none' ? null : next.wanted
    setCheck(next)
  }
  async function launch(wanted: WantedRun, confirmedName: string | undefined): Promise<void> {
    const end = await run(wanted, confirmedName)
    if (end === 'locked' && latest.current === null) await examine(wanted, true)
  }
  async function examine(wanted: WantedRun, isRefused: boolean): Promise<void> {
    const { part } = wanted
    settle({ kind: 'checking', wanted })
    const analysis = await statementAnalyzer().analyze(part.text)
    if (latest.current !== wanted) return
    const isLocked = context.isLocked || isRefused
    const { isInTransaction } = context
    const commitsEach = wanted.commitsEach ?? context.commitsEach
    const findings = listFindings(part.text, analysis, { firstLine: part.start.line, isInTransaction, isLocked, commitsEach })
    // what may change something without saying so is the server's to judge
    const changes = analysis.kind === 'statements' && analysis.statements.some(({ classification }) => classification?.writes === true)
    const needsName = isRefused || (isLocked && (changes || analysis.kind !== 'statements'))
    if (!needsName && !isAsked(findings)) {
      settle({ kind: 'none' })
      return launch(wanted, undefined)
    }
    const show = (stakes: Stakes, isLookingInto: boolean) => {
      const shown = relevantFindings(findings, stakes)
      if (!needsName && !isAsked(shown)) return false
      const unsecured = shown.flatMap(({ items }) => items.flatMap((item) => (item.kind === 'unsecured' ? [item.relation] : [])))
      settle({ kind: 'asking', wanted, findings: gatherUnsecured(shown), stakes, isLookingInto, needsName, unsecured, analysis })
      return true
    }
    const loading = loadStakes(context.projectRef, findings, context.as)
    const stakes = await inTime(loading, stakesPatienceMs)
    if (latest.current !== wanted) return
    if (stakes !== null) {
      if (show(stakes, false)) return
      settle({ kind: 'none' })
      return launch(wanted, undefined)
    }
    if (!show(noStakes, true)) return
    const late = await loading
    // what turned out to be small is said to be small: nothing that is being read goes away
    if (latest.current === wanted) setCheck((shown) => (shown.kind === 'asking' ? { ...shown, stakes: late, isLookingInto: false } : shown))
  }
  return {
    check,
    request: (wanted) => {
      if (latest.current !== null) return
      if (!context.isLocked && !hasDangerWord(wanted.part.text)) return void launch(wanted, undefined)
      void examine(wanted, false)
    },
    requestName: (wanted) => {
      if (latest.current === null) void examine(wanted, true)
    },
    confirm: ({ isSecured, name }) => {
      if (check.kind !== 'asking') return
      const { wanted, analysis, unsecured } = check
      settle({ kind: 'none' })
      if (!isSecured || analysis === null) return void launch(wanted, name)
      const secured = securingStatements(analysis, unsecured)
      void launch({ ...wanted, part: securedPart(wanted.part, analysis, secured), secured }, name)
    },
    giveUp: () => {
      const hadAny = latest.current !== null
      if (hadAny) settle({ kind: 'none' })
      return hadAny
    },
  }
}

async function inTime<Value>(work: Promise<Value>, limitMs: number): Promise<Value | null> {
  const late = Promise.withResolvers<null>()
  const timer = setTimeout(() => late.resolve(null), limitMs)
  const value = await Promise.race([work, late.promise])
  clearTimeout(timer)
  return value
}
