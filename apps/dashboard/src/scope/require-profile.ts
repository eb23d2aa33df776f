import { isAppError } from '@colonnade/core'
import { redirect, type ParsedLocation } from '@tanstack/react-router'
import { paths } from '../paths.ts'
import { profileQuery } from './queries.ts'
import type { RouterContext } from './router-context.ts'

/** Before the pages of signed-in people: strangers go to sign in, and come back afterwards. */
export async function requireProfile({ context, location }: { context: RouterContext; location: ParsedLocation }) {
  try {
    return { profile: await context.queryClient.ensureQueryData(profileQuery) }
  } catch (error) {
    if (!isAppError(error, 'unauthorized')) throw error
    throw redirect({ to: paths.signIn, search: { returnTo: location.href }, replace: true })
  }
}
