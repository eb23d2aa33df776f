import type { FactorProof } from '@colonnade/contracts/people/second-factors'
import { AppError } from '@colonnade/core'
import { Button } from '@colonnade/ui'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { SealedValue } from '../../src/lib/secrets/sealed-value.tsx'
import { SecretValue } from '../../src/lib/secrets/secret-value.tsx'
import { copyNow, ShownOnce } from '../../src/lib/secrets/shown-once.tsx'
import { Specimen, Specimens } from '../specimen.tsx'
import { Stand } from '../stand.tsx'

export default function SecretsPage() {
  return (
    <>
      <Specimens title="ShownOnce">
        <Specimen title="Until the person has copied it">
          <Created />
        </Specimen>
      </Specimens>
      <Specimens title="SealedValue">
        <Specimen title="Revealed by the password “correct horse”, or any code">
          <Stand>
            <Sealed />
          </Stand>
        </Specimen>
        <Specimen title="Not for this person">
          <Stand>
            <Sealed whyNot="Owners and administrators can read it." />
          </Stand>
        </Specimen>
      </Specimens>
    </>
  )
}

function Created() {
  const [isShown, setIsShown] = useState(false)
  if (!isShown) return <Button onClick={() => setIsShown(true)}>Create key</Button>
  return (
    <div className="w-full">
      <ShownOnce
        label="New key"
        title="“Nightly report” is ready"
        description={copyNow('the key')}
        note="Send it in the header Authorization."
        onDone={() => setIsShown(false)}
      >
        <SecretValue label="key id" caption="Key ID" value="nightly-report" />
        <SecretValue label="key" caption="Key" value="sb_secret_N1ghtlyR3portKeyThatIsLongEnoughToGoOnBelowOnAPhone" />
      </ShownOnce>
    </div>
  )
}

function Sealed({ whyNot }: { readonly whyNot?: string }) {
  const reveal = useMutation({ mutationFn: read, networkMode: 'always' })
  return (
    <div className="w-full">
      <SealedValue label="service role key" reveal={reveal} hasApp whyNot={whyNot} />
    </div>
  )
}

async function read(proof: FactorProof): Promise<string> {
  if ('password' in proof && proof.password !== 'correct horse')
    throw new AppError('invalid_input', { issues: [{ path: ['body', 'password'], message: 'The password is wrong' }] })
  return 'sb_secret_S3rviceR0le'
}
