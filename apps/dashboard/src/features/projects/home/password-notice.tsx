import { Button, CopyButton } from '@colonnade/ui'
import { KeyRound } from 'lucide-react'
import { forgetPassword, useKnownPassword } from '../../../scope/known-passwords.ts'

/** The database password, for as long as it is known: right after it was set. */
export function PasswordNotice({ projectRef }: { readonly projectRef: string }) {
  const password = useKnownPassword(projectRef)
  if (password === null) return null
  return (
    <section
      aria-label="Database password"
      className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-lg border border-accent/30 bg-accent-tint px-4 py-3"
    >
      <KeyRound aria-hidden className="size-4 shrink-0 text-accent" />
      <div className="min-w-0 flex-1 basis-56">
        <p className="font-medium">Keep your database password</p>
        <p className="text-soft">
          <code className="font-mono text-xs break-all text-fg select-all">{password}</code>
          <span className="block text-xs">Shown until you reload or close this page, and never again.</span>
        </p>
      </div>
      <div className="flex gap-2">
        <CopyButton text={password} label="Copy database password" />
        <Button size="sm" variant="ghost" onClick={() => forgetPassword(projectRef)}>
          I have kept it
        </Button>
      </div>
    </section>
  )
}
