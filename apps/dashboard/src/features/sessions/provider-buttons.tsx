import { Button } from '@colonnade/ui'
import { useMutation, useSuspenseQuery } from '@tanstack/react-query'
import { LogIn } from 'lucide-react'
import { ErrorNotice } from '../../lib/error-notice.tsx'
import { organizationApi } from '../../scope/clients/organization-client.ts'
import { setupQuery } from '../../scope/queries.ts'
import { leaveFor } from '../../scope/sign-in-providers/departure.ts'
import { providerText } from './messages.ts'

/** Signs in with what the installation's owner has configured; nothing where that is nothing. */
export function ProviderButtons({ returnTo }: { readonly returnTo: string }) {
  const { data: setup } = useSuspenseQuery(setupQuery)
  const leave = useMutation({
    mutationFn: async (provider: string) =>
      leaveFor(await organizationApi.identities.beginSignIn({ body: { provider } }), { kind: 'sign-in', returnTo }),
  })
  if (setup.providers.length === 0) return null
  return (
    <div className="flex flex-col gap-3">
      <div className="flex items-center gap-3 text-xs text-faint before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        {providerText.or}
      </div>
      {setup.providers.map(({ key, name }) => (
        <Button key={key} size="lg" className="min-w-0" isPending={leave.isPending && leave.variables === key} onClick={() => leave.mutate(key)}>
          <LogIn aria-hidden />
          <span className="truncate">{providerText.continue(name)}</span>
        </Button>
      ))}
      {leave.error && <ErrorNotice error={leave.error} />}
    </div>
  )
}
