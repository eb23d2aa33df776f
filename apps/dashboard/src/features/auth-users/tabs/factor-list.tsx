import type { AuthUserDetails } from '@colonnade/contracts/auth/users'
import { Badge, Button, ConfirmDialog, RelativeTime, toast } from '@colonnade/ui'
import { useState } from 'react'
import { ItemRow } from '../../../lib/lists/item-row.tsx'
import { useRemoveFactor } from '../mutations.ts'
import { factorListText } from './messages.ts'

type Factor = AuthUserDetails['factors'][number]

const types: Readonly<Record<string, string>> = {
  totp: factorListText.authenticatorApp,
  phone: 'Phone',
  webauthn: factorListText.securityKey,
  recovery_code: factorListText.recoveryCodes,
}
const nameOf = ({ friendly_name: name, type }: Factor): string => (name === null || name === '' ? (types[type] ?? type) : name)

/** The second factors of a user. */
export function FactorList({ projectRef, user }: { readonly projectRef: string; readonly user: AuthUserDetails }) {
  const remove = useRemoveFactor(projectRef, user.id)
  const [asked, setAsked] = useState<Factor | null>(null)
  if (user.factors.length === 0) return <p className="text-soft">{factorListText.empty}</p>
  return (
    <>
      <ul className="ruled rounded-lg border">
        {user.factors.map((factor) => (
          <ItemRow
            key={factor.id}
            title={
              <>
                <span className="font-medium">{nameOf(factor)}</span>
                {factor.status !== 'verified' && <Badge tone="warning">{factorListText.notVerified}</Badge>}
              </>
            }
            facts={
              <>
                <span>{types[factor.type] ?? factor.type}</span>
                {factor.phone !== null && <span>{factor.phone}</span>}
                {factor.created_at !== null && (
                  <span>
                    {factorListText.added}
                    <RelativeTime value={factor.created_at} />
                  </span>
                )}
              </>
            }
            actions={
              <Button size="sm" onClick={() => setAsked(factor)}>
                {factorListText.remove}
              </Button>
            }
          />
        ))}
      </ul>
      {asked !== null && (
        <ConfirmDialog
          isOpen
          onOpenChange={(isOpen) => !isOpen && setAsked(null)}
          title={factorListText.removeTitle(nameOf(asked))}
          description={factorListText.removeBody}
          confirmLabel={factorListText.removeFactor}
          isDanger
          onConfirm={async () => {
            await remove.mutateAsync(asked.id)
            toast.success(factorListText.factorRemoved)
          }}
        />
      )}
    </>
  )
}
