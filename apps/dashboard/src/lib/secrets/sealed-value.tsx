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
      <div className="flex w-full min-w-0 flex-wrap items-start gap-2">
        <div className="min-w-0 flex-1 basis-56">
          {value === null ? (
            <p aria-hidden className="truncate rounded-md border bg-sunken px-3 py-2 font-mono text-xs leading-5 text-faint select-none">
              {'•'.repeat(32)}
            </p>
          ) : (
            <SecretValue label={label} value={value} />
          )}
        </div>
        {/* one button for both, so that it keeps the focus */}
        <Button
          size="sm"
          className="mt-1"
          disabled={whyNot !== undefined}
          aria-label={value === null ? `Reveal ${label}` : `Hide ${label}`}
          onClick={() => (value === null ? setIsAsking(true) : setValue(null))}
        >
          {value === null ? <Eye aria-hidden /> : <EyeOff aria-hidden />}
          {value === null ? 'Reveal' : 'Hide'}
        </Button>
      </div>
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
