import { guessableBecause } from '@colonnade/contracts/foundation/guessable-passwords'
import { DatabasePassword } from '@colonnade/contracts/foundation/values'
import { systemRandom } from '@colonnade/core'
import { ConfirmDialog, toast } from '@colonnade/ui'
import { useState } from 'react'
import { generatePassword } from '../../database-password.ts'
import { useResetPassword } from '../../mutations.ts'
import { PasswordField } from '../../password-field.tsx'
import { useRefusal } from '../../../../lib/forms/use-refusal.ts'
import { nounOf } from '../../../../lib/texts/project-names.ts'
import type { ActionDialogProps } from './action-dialog.ts'
import { resetPasswordDialogText } from './messages.ts'

/** The new password is then offered on the project's page, once. */
export function ResetPasswordDialog({ project, isOpen, onOpenChange }: ActionDialogProps) {
  const reset = useResetPassword(project.ref)
  const [password, setPassword] = useState(() => generatePassword(systemRandom))
  const refusal = useRefusal('db_pass', password)
  const problem =
    DatabasePassword.safeParse(password).error?.issues[0]?.message ?? guessableBecause(password, [project.name, project.ref]) ?? refusal.problem
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      title={resetPasswordDialogText.resetDatabasePassword}
      description={resetPasswordDialogText.clientsCantConnectOld}
      confirmLabel={resetPasswordDialogText.resetPassword}
      isConfirmDisabled={problem !== undefined}
      isShownElsewhere={refusal.take}
      onConfirm={async () => {
        await reset.mutateAsync(password)
        toast.success(resetPasswordDialogText.databasePasswordReset)
        setPassword(generatePassword(systemRandom))
      }}
    >
      <PasswordField value={password} onChange={setPassword} error={problem} hint={resetPasswordDialogText.hint(nounOf(project))} />
    </ConfirmDialog>
  )
}
