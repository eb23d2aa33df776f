import type { BegunRestore, PitrRestoreInput, RestoreInput } from '@colonnade/contracts/copies/backups'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { dataApi } from '../../scope/data-client.ts'
import { addonsQuery } from '../../scope/database-source/addon-queries.ts'
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
    remember(body, await dataApi.backups.restore({ params: { ref, id }, body }))
  })

export const useRestoreTo = (ref: string) =>
  useBackupMutation(ref, async (body: PitrRestoreInput) => {
    remember(body.into, await dataApi.backups.restoreTo({ params: { ref }, body }))
  })

export const useReadArchive = (ref: string) => useBackupMutation(ref, () => dataApi.backups.readArchive({ params: { ref } }))

/** Turns point-in-time recovery on, with a window of so many days; null turns it off. */
export function useChangePitr(ref: string) {
  const queryClient = useQueryClient()
  return useBackupMutation(ref, async (days: number | null) => {
    const report = await dataApi.backups.changePitr({ params: { ref }, body: { days } })
    // it's also an add-on
    void queryClient.invalidateQueries({ queryKey: addonsQuery(ref).queryKey })
    return report
  })
}

/** The new project's home shows its password once. */
function remember(into: RestoreInput, { db_pass, target_ref }: BegunRestore): void {
  const password = db_pass ?? (into.target === 'new' ? into.db_pass : undefined)
  if (password !== undefined) rememberPassword(target_ref, password)
}
