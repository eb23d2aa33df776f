import { sqlSessionIdleSeconds } from '@colonnade/contracts/data/sql-runs'
import { useBlocker } from '@tanstack/react-router'
import { useCallback } from 'react'
import { paths } from '../../../../paths.ts'
import { openTransactions } from '../run-store.ts'
import { openTransactionText } from './messages.ts'
import { OpenTransactionDialog } from './open-transaction-dialog.tsx'

/**
 * Asks before the editor is left while a text of the project has a transaction open. From one text to another of the same project is not
 * leaving, and what is open in the panel goes along from page to page.
 */
export function LeaveGuard({ projectRef }: { readonly projectRef: string }) {
  const editor = `${paths.project.sql(projectRef, '').replace(/\/$/, '')}/`
  const shouldBlockFn = useCallback(
    ({ current, next }: { readonly current: { readonly pathname: string }; readonly next: { readonly pathname: string } }) =>
      current.pathname.startsWith(editor) && !next.pathname.startsWith(editor) && openTransactions(projectRef).length > 0,
    [projectRef, editor],
  )
  const enableBeforeUnload = useCallback(() => openTransactions(projectRef).length > 0, [projectRef])
  const blocker = useBlocker({ shouldBlockFn, enableBeforeUnload, withResolver: true })
  return (
    <OpenTransactionDialog
      isOpen={blocker.status === 'blocked'}
      description={openTransactionText.leaving(sqlSessionIdleSeconds / 60)}
      onStay={() => blocker.reset?.()}
      answers={[
        { label: openTransactionText.leaveOpen, act: () => Promise.resolve() },
        {
          label: openTransactionText.rollBackAndLeave,
          isDanger: true,
          // closing a connection rolls back what is open on it
          act: async () => void (await Promise.all(openTransactions(projectRef).map((store) => store.closeSession()))),
        },
      ]}
      onDone={() => blocker.proceed?.()}
    />
  )
}
