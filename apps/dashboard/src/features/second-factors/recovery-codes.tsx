import { Button, CopyButton } from '@colonnade/ui'
import { Download } from 'lucide-react'
import { saveBlob } from '../../lib/save-file.ts'
import { codesText } from './messages.ts'

export interface RecoveryCodesProps {
  readonly codes: readonly string[]
  readonly onDone: () => void
}

/** The only time that recovery codes are shown. */
export function RecoveryCodes({ codes, onDone }: RecoveryCodesProps) {
  const text = `${codes.join('\n')}\n`
  const download = () =>
    saveBlob(
      new Blob([codesText.file(window.location.host, text)], {
        type: 'text/plain',
      }),
      'colonnade-recovery-codes.txt',
    )
  return (
    <div className="flex flex-col gap-3">
      <p className="text-soft">{codesText.description}</p>
      <ol aria-label={codesText.title} className="flex flex-col gap-y-1 rounded-md border bg-sunken p-3 font-mono text-xs leading-5">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className="flex flex-wrap gap-2">
        <CopyButton text={text} label={codesText.copy} />
        <Button size="sm" onClick={download}>
          <Download aria-hidden />
          {codesText.download}
        </Button>
        <Button size="sm" variant="primary" className="ml-auto" onClick={onDone}>
          {codesText.done}
        </Button>
      </div>
    </div>
  )
}
