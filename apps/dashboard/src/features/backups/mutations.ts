import type { RestoreInput } from '@colonnade/contracts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { dataApi } from '../../scope/data-client.ts'
import { rememberPassword } from '../../scope/known-passwords.ts'
import { backupsQuery } from './queries.ts'

/** A change of the project's backups, shown as soon as it is answered. */
function useBackupMutation<Variables, Answer>(ref: string, call: (variables: Variables) => Promise<Answer>) {
  const queryClient = useQueryClient()
  return useMutation({ mutationFn: call, onSuccess: () => queryClient.invalidateQueries({ queryKey: backupsQuery(ref).queryKey }) })
}

export const useCreateBackup = (ref: string) => useBackupMutation(ref, () => dataApi.backups.create({ params: { ref } }))
export const useProveBackup = (ref: string) => useBackupMutation(ref, (id: string) => dataApi.backups.prove({ params: { ref, id } }))
export const useRemoveBackup = (ref: string) => useBackupMutation(ref, (id: string) => dataApi.backups.remove({ params: { ref, id } }))

export const useRestoreBackup = (ref: string) =>
  useBackupMutation(ref, async ({ id, body }: { readonly id: string; readonly body: RestoreInput }) => {
    const restore = await dataApi.backups.restore({ params: { ref, id }, body })
    const password = restore.db_pass ?? (body.target === 'new' ? body.db_pass : undefined)
    // the new project's home shows it once
    if (password !== undefined) rememberPassword(restore.target_ref, password)
    return restore
  })
