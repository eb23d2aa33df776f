import { toast } from '@colonnade/ui'
import { failureText } from '../lib/error-notice.tsx'
import { paths } from '../paths.ts'
import { api } from './client.ts'

/**
 * Ends the session and goes to the sign-in page, or on to what else is given: it has to load the page anew, so that whoever signs in next
 * in this tab finds nothing of this person in memory.
 */
export function signOut(goOn = () => window.location.assign(paths.signIn)): void {
  api.sessions.signOut().then(goOn, (error: unknown) => toast.error(failureText('log out', error)))
}
