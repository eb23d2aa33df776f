import { toast } from '@colonnade/ui'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { refreshProjectData } from '../keys/keys.ts'
import { cancelSql } from '../run-sql.ts'
import { runChange, type DatabaseChange } from './database-change.ts'

export interface Changing {
  readonly isRunning: boolean
  /** Why the last one failed; null once another is tried or `forget` is called. */
  readonly error: unknown
  /** Runs the change. Resolves with whether it succeeded; pages then reload what they know about the database. */
  readonly run: (change: DatabaseChange, doneText?: string) => Promise<boolean>
  /** Cancels the running change. */
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
        await runChange(projectRef, change, { key: key.current })
        await refreshProjectData(client, projectRef)
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
    // if it ended first, cancelling isn't a failure
    cancel: () => void (key.current !== null && cancelSql(projectRef, key.current).catch(() => false)),
    forget: () => setState(({ isRunning }) => ({ isRunning, error: null })),
  }
}
