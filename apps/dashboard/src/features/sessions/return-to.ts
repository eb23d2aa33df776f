import { paths } from '../../paths.ts'

/** Returns where to go after sign-in: always a page of the dashboard, whatever the URL says. */
export function safeReturnTo(returnTo: string | undefined): string {
  if (returnTo === undefined || !/^\/(?![/\\])/.test(returnTo)) return paths.root
  const url = new URL(returnTo, 'http://here')
  if (url.host !== 'here' || url.pathname === paths.signIn || url.pathname.startsWith(`${paths.signIn}/`)) return paths.root
  return url.pathname + url.search + url.hash
}
