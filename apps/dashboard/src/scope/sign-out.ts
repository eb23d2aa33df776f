import { toast } from '@colonnade/ui'
import { failureText } from '../lib/error-notice.tsx'
import { paths } from '../paths.ts'
import { api } from './client.ts'
import { forgetEarlyCalls } from './early/early-calls.ts'

/**
 * Ends the session and opens the sign-in page, or goes on as given. That must load the document again, so that the next person to sign in
 * in this tab finds nothing of this person in memory.
 */
export function signOut(goOn = () => window.location.assign(paths.signIn)): void {
  forgetEarlyCalls()
  api.sessions.signOut().then(goOn, (error: unknown) => toast.error(failureText('log out', error)))
}
