import type { Command } from '@colonnade/pg-meta'
import { toast } from '@colonnade/ui'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { cancelSql, runSql, runTransaction } from '../../../scope/run-sql.ts'

/** Something that is done to the database by one click. */
export interface DatabaseChange {
  /** What it is called among the migrations: "Create function add". */
  readonly name: string
  /** In this order, all of them or none; one that is outside of transactions stands alone. */
  readonly commands: readonly ChangeCommand[]
}

export interface ChangeCommand extends Command {
  /** What the migration keeps instead of it, such as a text without its secrets; null keeps nothing of it. */
  readonly recorded?: string | null
}

/** Changes take as long as others hold what they change, and as there is to write. */
const changeTimeoutMs = 60 * 60 * 1000

/** As what a change is recorded; nothing where nothing of it is kept, such as what leaves the schema as it was. */
export function migrationOf({ name, commands }: DatabaseChange): { readonly migration?: { readonly name: string } } {
  return commands.every(({ recorded }) => recorded === null) ? {} : { migration: { name: name.slice(0, 200) } }
}

/** Runs a change in a project and records it as a migration. @throws AppError by SQLSTATE, with `details.statement` */
export async function runChange(ref: string, change: DatabaseChange, key?: string): Promise<void> {
  const { commands } = change
  const rest = { ...migrationOf(change), timeout_ms: changeTimeoutMs, ...(key !== undefined && { key }) }
  const [first] = commands
  if (commands.length === 1 && first?.isOutsideTransaction === true) {
    await runSql(ref, { query: first.sql, ...rest })
    return
  }
  const statements = commands.map(({ sql, recorded }) => ({ query: sql, ...(recorded !== undefined && { recorded }) }))
  await runTransaction(ref, { statements, ...rest })
}

export interface Changing {
  readonly isRunning: boolean
  /** Why the last one failed; null once another is tried or `forget` is called. */
  readonly error: unknown
  /** Whether it was done. What pages know of the database is asked anew then. */
  readonly run: (change: DatabaseChange, doneText?: string) => Promise<boolean>
  /** Stops what runs. */
  readonly cancel: () => void
  readonly forget: () => void
}

/** Changes of a project's database, one at a time. */
export function useChange(projectRef: string): Changing {
  const client = useQueryClient()
  const [state, setState] = useState<{ readonly isRunning: boolean; readonly error: unknown }>({ isRunning: false, error: null })
  const key = useRef<string | null>(null)
  return {
    ...state,
    run: async (change, doneText) => {
      setState({ isRunning: true, error: null })
      key.current = crypto.randomUUID()
      try {
        await runChange(projectRef, change, key.current)
        await client.invalidateQueries({ queryKey: ['projects', projectRef], predicate: ({ queryKey }) => queryKey.length > 2 })
        setState({ isRunning: false, error: null })
        if (doneText !== undefined) toast.success(doneText)
        return true
      } catch (error) {
        setState({ isRunning: false, error })
        return false
      } finally {
        key.current = null
      }
    },
    // it may have ended meanwhile, which is no failure
    cancel: () => void (key.current !== null && cancelSql(projectRef, key.current).catch(() => false)),
    forget: () => setState(({ isRunning }) => ({ isRunning, error: null })),
  }
}
