import type { AuthMailTestResult } from '@colonnade/contracts/auth/auth-mails'
import { ErrorAlert } from '@colonnade/ui'
import { mailRefusalText } from './messages.ts'

type Failure = Exclude<AuthMailTestResult['outcome'], 'sent'>

const failures: Readonly<Record<Failure, { readonly title: string; readonly advice: string }>> = {
  connect: { title: mailRefusalText.mailServerCantReached, advice: mailRefusalText.checkHostPort },
  encrypt: {
    title: mailRefusalText.connectionCantEncrypted,
    advice: mailRefusalText.checkPortSupportsTLS,
  },
  login: { title: mailRefusalText.mailServerRefusedLogin, advice: mailRefusalText.checkUserNamePassword },
  letter: { title: mailRefusalText.mailServerRefusedEmail, advice: mailRefusalText.checkServerAllowsSender },
}

/** Why a test email wasn't sent, in the mail server's words. */
export function MailRefusal({ outcome, problem }: { readonly outcome: Failure; readonly problem: string | null }) {
  const { title, advice } = failures[outcome]
  return (
    <ErrorAlert
      message={title}
      advice={
        <>
          {advice}
          {problem !== null && <code className="mt-1 block font-mono text-xs wrap-anywhere">{problem}</code>}
        </>
      }
    />
  )
}
