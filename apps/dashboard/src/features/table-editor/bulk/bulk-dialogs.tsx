import { lazy, Suspense } from 'react'
import { loaded } from '../../../lib/late/loaded.ts'
import type { BulkDialogProps } from './bulk-edit-dialog.tsx'

const BulkEditDialog = lazy(loaded(() => import('./bulk-edit-dialog.tsx'), 'BulkEditDialog'))
const BulkDeleteDialog = lazy(loaded(() => import('./bulk-delete-dialog.tsx'), 'BulkDeleteDialog'))

/** The dialog for a change of many rows. */
export function BulkDialogs({ kind, ...props }: BulkDialogProps & { readonly kind: 'edit' | 'delete' }) {
  return <Suspense>{kind === 'edit' ? <BulkEditDialog {...props} /> : <BulkDeleteDialog {...props} />}</Suspense>
}
