import type { AuthMailTestResult } from '@colonnade/contracts/auth/auth-mails'
import { ErrorAlert } from '@colonnade/ui'

type Failure = Exclude<AuthMailTestResult['outcome'], 'sent'>

const failures: Readonly<Record<Failure, { readonly title: string; readonly advice: string }>> = {
  connect: { title: 'The mail server can’t be reached', advice: 'Check the host and the port.' },
  encrypt: {
    title: 'The connection can’t be encrypted',
    advice: 'Check that the port supports TLS, and that the certificate of the server is valid for its host.',
  },
  login: { title: 'The mail server refused the login', advice: 'Check the user name and the password.' },
  letter: { title: 'The mail server refused the email', advice: 'Check that the server allows the sender email, and sends to this recipient.' },
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
