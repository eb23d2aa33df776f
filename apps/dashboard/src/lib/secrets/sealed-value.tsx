import type { FactorProof } from '@colonnade/contracts/people/second-factors'
import { Button, Dialog } from '@colonnade/ui'
import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { ProofForm } from '../proof/proof-form.tsx'
import { SecretValue } from './secret-value.tsx'

/** Reads a sealed value for whoever proves who they are; the result of `useMutation` fits. */
export interface Reveal {
  readonly mutate: (proof: FactorProof, then: { readonly onSuccess: (value: string) => void }) => void
  readonly isPending: boolean
  readonly error: unknown
  /** Forgets the error and the value. */
  readonly reset: () => void
}

export interface SealedValueProps {
  /** What it is: "service role key". */
  readonly label: string
  readonly reveal: Reveal
  /** Whether the person has an authenticator app, whose codes prove who they are. */
  readonly hasApp: boolean
  /** Why this person can't read it. */
  readonly whyNot?: string | undefined
}

/** A stored secret: hidden until the person proves who they are, and again as soon as they hide it or leave. */
export function SealedValue({ label, reveal, hasApp, whyNot }: SealedValueProps) {
  const [value, setValue] = useState<string | null>(null)
  const [isAsking, setIsAsking] = useState(false)
  const close = () => {
    setIsAsking(false)
    reveal.reset()
  }
  return (
    <section aria-label={label} className="flex min-w-0 flex-col items-start gap-2">
      {value === null ? (
        <div className="flex w-full min-w-0 items-center gap-2 rounded-md border bg-sunken p-1 pl-3">
          <span aria-hidden className="min-w-0 flex-1 truncate font-mono text-xs text-faint select-none">
            {'•'.repeat(32)}
          </span>
          <Button size="sm" disabled={whyNot !== undefined} aria-label={`Reveal ${label}`} onClick={() => setIsAsking(true)}>
            <Eye aria-hidden />
            Reveal
          </Button>
        </div>
      ) : (
        <div className="flex w-full min-w-0 flex-col gap-2">
          <SecretValue label={label} value={value} />
          {/* told that it isn't pending, it hands the focus on when it goes */}
          <Button size="sm" isPending={false} className="self-end" aria-label={`Hide ${label}`} onClick={() => setValue(null)}>
            <EyeOff aria-hidden />
            Hide
          </Button>
        </div>
      )}
      {whyNot !== undefined && <p className="text-xs text-faint">{whyNot}</p>}
      <Dialog
        isOpen={isAsking}
        onOpenChange={(isOpen) => !isOpen && close()}
        title={`Reveal ${label}?`}
        description="Confirm that it’s you. Anyone who sees the value can use it."
      >
        <ProofForm
          submitLabel="Reveal"
          hasApp={hasApp}
          isPending={reveal.isPending}
          error={reveal.error}
          onSubmit={(proof) =>
            reveal.mutate(proof, {
              onSuccess: (revealed) => {
                setValue(revealed)
                close()
              },
            })
          }
        />
      </Dialog>
    </section>
  )
}
