import { toast } from '@colonnade/ui'
import { paths } from '../paths.ts'
import { api } from './client.ts'

/** Ends the session and goes to the sign-in page, which is loaded anew: whoever signs in next in this tab finds nothing of this person in memory. */
export function signOut(): void {
  api.sessions.signOut().then(
    () => window.location.assign(paths.signIn),
    (error: unknown) => toast.error(`Failed to log out: ${error instanceof Error ? error.message : String(error)}`),
  )
}
