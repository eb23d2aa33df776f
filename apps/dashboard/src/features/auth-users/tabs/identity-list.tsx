import type { AuthUserDetails } from '@colonnade/contracts/auth/users'
import { RelativeTime } from '@colonnade/ui'
import { ItemRow } from '../../../lib/lists/item-row.tsx'
import { Fold } from '../../../lib/panels/fold.tsx'
import { CopyableText } from '../../../lib/code-text/code-text.tsx'
import { providerText } from '../user-words.ts'
import { identityListText } from './messages.ts'

/** Who a user is with each provider. */
export function IdentityList({ identities }: { readonly identities: AuthUserDetails['identities'] }) {
  if (identities.length === 0) return <p className="text-soft">{identityListText.empty}</p>
  return (
    <ul className="ruled rounded-lg border">
      {identities.map((identity) => (
        <ItemRow
          key={identity.id}
          title={<span className="font-medium">{providerText(identity.provider)}</span>}
          facts={
            <>
              {identity.email !== null && <span>{identity.email}</span>}
              <span className="font-mono">{identity.provider_id}</span>
              {identity.last_sign_in_at !== null && (
                <span>
                  {identityListText.lastSignIn}
                  <RelativeTime value={identity.last_sign_in_at} />
                </span>
              )}
            </>
          }
        >
          <Fold title={identityListText.details}>
            <CopyableText
              text={JSON.stringify(identity.data, null, 2)}
              language="c-like"
              label={identityListText.data(providerText(identity.provider))}
            />
          </Fold>
        </ItemRow>
      ))}
    </ul>
  )
}
