import { Button, CopyButton } from '@colonnade/ui'
import { Download } from 'lucide-react'
import { saveBlob } from '../../lib/save-file.ts'

export interface RecoveryCodesProps {
  readonly codes: readonly string[]
  readonly onDone: () => void
}

/** The only time that recovery codes are shown. */
export function RecoveryCodes({ codes, onDone }: RecoveryCodesProps) {
  const text = `${codes.join('\n')}\n`
  const download = () =>
    saveBlob(
      new Blob([`Recovery codes for Colonnade at ${window.location.host}\nEach signs in once, in place of a code of the app.\n\n${text}`], {
        type: 'text/plain',
      }),
      'colonnade-recovery-codes.txt',
    )
  return (
    <div className="flex flex-col gap-3">
      <p className="text-soft">
        Each of these signs you in once, with your password, when the phone is not at hand. They are not shown again: keep them where you keep
        passwords, and not on that phone.
      </p>
      <ol aria-label="Recovery codes" className="flex flex-col gap-y-1 rounded-md border bg-sunken p-3 font-mono text-xs leading-5">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className="flex flex-wrap gap-2">
        <CopyButton text={text} label="Copy recovery codes" />
        <Button size="sm" onClick={download}>
          <Download aria-hidden />
          Download
        </Button>
        <Button size="sm" variant="primary" className="ml-auto" onClick={onDone}>
          I have kept them
        </Button>
      </div>
    </div>
  )
}
