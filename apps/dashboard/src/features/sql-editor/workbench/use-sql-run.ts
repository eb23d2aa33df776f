import { toast } from '@colonnade/ui'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, useSyncExternalStore } from 'react'
import { failureText } from '../../../lib/error-notice.tsx'
import { whenIdle } from '../../../lib/late/when-idle.ts'
import { keyOf } from '../../../scope/keys/keys.ts'
import type { RunAs } from '../../../scope/run-sql.ts'
import { useDatabaseRole } from '../../../scope/database-role/database-role.ts'
import { useIsAllowed } from '../../../scope/permissions.ts'
import { afterRunMs } from '../limits.ts'
import { completionCatalogQuery, productionLockQuery } from '../queries.ts'
import { whatChanges } from '../run/what-changes.ts'
import { useRunChoices, type RunChoices } from '../run/run-choices.ts'
import type { SqlPart, SqlRunState, SqlSession } from '../run/run-state.ts'
import { sqlRunStore } from '../run/run-store.ts'
import { holdsTransaction, needsSession } from '../run/session/session-rules.ts'
import { useCheckedRun, type CheckedRun, type WantedRun } from '../statements/use-checked-run.ts'

export interface SqlRunning extends CheckedRun {
  /** As it is shown: one that answers at once is never seen to run. */
  readonly run: SqlRunState
  readonly session: SqlSession
  readonly choices: RunChoices
  readonly setChoices: (change: Partial<RunChoices>) => void
  readonly as: RunAs | undefined
  /** The database that is asked; undefined is the primary. */
  readonly database: string | undefined
  readonly setDatabase: (identifier: string | undefined) => void
  /** Runs a part as chosen, after any confirmation; nothing while something runs. */
  readonly start: (part: SqlPart) => void
  /** Runs a part that EXPLAIN begins. What would change something is undone by the part itself, so nothing else is asked but the name of a locked project. */
  readonly explain: (part: SqlPart, isUndone: boolean) => void
  /** Ends the open transaction. @throws Error when that fails */
  readonly end: (command: 'commit' | 'rollback') => Promise<void>
  readonly closeSession: () => void
  /** Whether there was anything to cancel. */
  readonly cancel: () => boolean
}

/** The runs of one document: what is chosen for them, what is asked before them, and the connection that they share. */
export function useSqlRun(projectRef: string, documentKey: string): SqlRunning {
  const queryClient = useQueryClient()
  const store = sqlRunStore(projectRef, documentKey)
  const run = useSyncExternalStore(store.subscribe, store.getShown)
  const session = useSyncExternalStore(store.subscribe, store.getSession)
  const [choices, setChoices] = useRunChoices()
  const [database, setDatabase] = useState<string>()
  const { as } = useDatabaseRole(projectRef)
  const { data: lock } = useQuery(productionLockQuery(projectRef))
  const mayWrite = useIsAllowed(projectRef)('database:write')

  const isLocked = lock?.is_locked === true
  const context = { projectRef, as, isLocked, isInTransaction: holdsTransaction(session), commitsEach: choices.commitsEach }

  const closeSession = () => {
    store.closeSession().catch((thrown: unknown) => toast.error(failureText('close the connection', thrown)))
  }
  const send = async ({ part, rowLimit, commitsEach = choices.commitsEach }: WantedRun, confirmedName: string | undefined, isKept: boolean) => {
    // a reader, a replica and a locked project are asked on a connection that is forgotten afterwards
    const before = store.getSession()
    const canKeep = mayWrite && database === undefined && (!context.isLocked || confirmedName !== undefined || holdsTransaction(before))
    const keepsSession = isKept || (canKeep && needsSession(part.text, before, choices.keepsSession))
    const end = await store.run(part, { rowLimit, timeoutMs: choices.timeoutMs, as, database, keepsSession, commitsEach, confirmedName })
    const after = store.getSession()
    // it was kept for a transaction only, which is over
    if (!choices.keepsSession && after.kind === 'kept' && after.transaction === 'none') closeSession()
    const changed = end.kind === 'idle' || end.kind === 'running' ? 'nothing' : whatChanges(end.output.statements)
    if (changed !== 'nothing') {
      const [, , , catalog] = completionCatalogQuery(projectRef).queryKey
      const isStale = ({ queryKey }: { readonly queryKey: readonly unknown[] }) =>
        queryKey.length > 2 && (changed === 'anything' || queryKey[3] !== catalog)
      whenIdle(
        () => void queryClient.invalidateQueries({ queryKey: keyOf('/platform/projects/{ref}', { ref: projectRef }), predicate: isStale }),
        afterRunMs,
      )
    }
    return end
  }
  /** True if it was refused without the project's name: then the lock, which someone else may have turned on, is loaded again. */
  const isRefused = async (end: SqlRunState) => {
    if (end.kind !== 'failed' || end.error.code !== 'production_locked') return false
    await queryClient.invalidateQueries({ queryKey: productionLockQuery(projectRef).queryKey })
    return true
  }
  const checked = useCheckedRun(context, async (wanted, confirmedName) =>
    (await isRefused(await send(wanted, confirmedName, false))) ? 'locked' : 'ended',
  )
  return {
    ...checked,
    run,
    session,
    choices,
    setChoices: (change) => {
      setChoices(change)
      if (change.keepsSession === false && session.kind === 'kept' && session.transaction === 'none') closeSession()
    },
    as,
    database,
    setDatabase: (identifier) => {
      setDatabase(identifier)
      if (session.kind === 'kept') closeSession()
    },
    start: (part) => {
      if (part.text.trim() !== '' && store.get().kind !== 'running') checked.request({ part, rowLimit: choices.rowLimit })
    },
    explain: (part, isUndone) => {
      if (store.get().kind === 'running') return
      const wanted = { part, rowLimit: null }
      if (isUndone && context.isLocked) return checked.request(wanted)
      // on the connection that is kept, if one is; else what an error leaves open is gone with the run's own
      const keepsSession = store.getSession().kind === 'kept'
      const run = async () => {
        const end = await store.run(part, { rowLimit: null, timeoutMs: choices.timeoutMs, as, database, keepsSession })
        if (await isRefused(end)) checked.requestName(wanted)
      }
      void run()
    },
    end: async (command) => {
      const part: SqlPart = { text: command, offset: 0, start: { line: 1, column: 1 }, isSelection: false }
      const wanted = { part, rowLimit: choices.rowLimit }
      const end = await send(wanted, undefined, true)
      if (end.kind !== 'failed') return
      if (end.error.code !== 'production_locked') throw end.error
      // nothing needs a name to be given up
      if (command === 'rollback') await store.closeSession()
      else checked.requestName(wanted)
    },
    closeSession,
    cancel: () => {
      if (checked.giveUp()) return true
      if (store.get().kind !== 'running') return false
      store.cancel().catch((thrown: unknown) => toast.error(failureText('cancel', thrown)))
      return true
    },
  }
}
