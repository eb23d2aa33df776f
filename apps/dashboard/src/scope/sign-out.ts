import { toast } from '@colonnade/ui'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { paths } from '../paths.ts'
import { api } from './client.ts'

/** Ends the session and goes to the sign-in page, with nothing left in memory. */
export function useSignOut(): () => void {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  return () => {
    const leave = async () => {
      await api.sessions.signOut()
      // first, or the sign-in page would take us for still signed in
      queryClient.clear()
      await navigate({ to: paths.signIn })
    }
    leave().catch((error: unknown) => toast.error(`Failed to log out: ${error instanceof Error ? error.message : String(error)}`))
  }
}
