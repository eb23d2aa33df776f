import type { Passkey } from '@colonnade/contracts/people/passkeys'
import type { FactorProof } from '@colonnade/contracts/people/second-factors'
import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/browser'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { orCancelled } from '../../lib/proof/passkey-prompt.ts'
import { organizationApi } from '../../scope/clients/organization-client.ts'
import { accountKey } from '../../scope/keys/keys.ts'

/** Changes passkeys, and looks again at what depends on them: other sessions end. */
function usePasskeyMutation<Values, Reply>(mutationFn: (values: Values) => Promise<Reply>) {
  const queryClient = useQueryClient()
  return useMutation({ mutationFn, onSettled: () => queryClient.invalidateQueries({ queryKey: accountKey() }) })
}

/** Null where somebody closed the browser's question. */
export const useAddPasskey = () =>
  usePasskeyMutation(async ({ name, password }: { readonly name: string; readonly password: string }): Promise<Passkey | null> => {
    const options = await organizationApi.passkeys.begin({ body: { password } })
    const { startRegistration } = await import('@simplewebauthn/browser')
    const made = await startRegistration({ optionsJSON: options as unknown as PublicKeyCredentialCreationOptionsJSON }).catch(orCancelled)
    return made && organizationApi.passkeys.create({ body: { name, response: { ...made, response: { ...made.response } } } })
  })

export const useRenamePasskey = () =>
  usePasskeyMutation(({ id, name }: { readonly id: string; readonly name: string }) =>
    organizationApi.passkeys.update({ params: { id }, body: { name } }),
  )

export const useRemovePasskey = () =>
  usePasskeyMutation(({ id, proof }: { readonly id: string; readonly proof: FactorProof }) =>
    organizationApi.passkeys.remove({ params: { id }, body: proof }),
  )
