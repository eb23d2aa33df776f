import { type ReactNode, useState } from 'react'
import type { SqlPart } from '../run-state.ts'
import { closeSqlRuns, openTransactions, sqlRunStore } from '../run-store.ts'
import { openTransactionText } from './messages.ts'
import { OpenTransactionDialog } from './open-transaction-dialog.tsx'

const commit: SqlPart = { text: 'commit', offset: 0, start: { line: 1, column: 1 }, isSelection: false }

/** Closes texts with their connections, and asks first about one whose transaction is open. */
export function useCloseGuard(projectRef: string, close: (id: string) => void): { readonly close: (id: string) => void; readonly dialog: ReactNode } {
  const [asking, setAsking] = useState<string | null>(null)
  const finish = (id: string) => {
    setAsking(null)
    close(id)
    closeSqlRuns(projectRef, id)
  }
  return {
    close: (id) => (openTransactions(projectRef).includes(sqlRunStore(projectRef, id)) ? setAsking(id) : finish(id)),
    dialog: (
      <OpenTransactionDialog
        isOpen={asking !== null}
        description={openTransactionText.closing}
        onStay={() => setAsking(null)}
        answers={[
          {
            label: openTransactionText.commitAndClose,
            act: async () => {
              const end = await sqlRunStore(projectRef, asking!).run(commit, { rowLimit: null, timeoutMs: 0, keepsSession: true })
              if (end.kind === 'failed') throw end.error
            },
          },
          { label: openTransactionText.rollBackAndClose, isDanger: true, act: () => Promise.resolve() },
        ]}
        onDone={() => asking !== null && finish(asking)}
      />
    ),
  }
}
