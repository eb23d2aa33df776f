import { paths } from '../../paths.ts'

/** Where to go after signing in: only ever to a page of ours, whatever the address says. */
export function safeReturnTo(returnTo: string | undefined): string {
  if (returnTo === undefined || !/^\/(?![/\\])/.test(returnTo)) return paths.root
  const url = new URL(returnTo, 'http://here')
  if (url.host !== 'here' || url.pathname === paths.signIn || url.pathname.startsWith(`${paths.signIn}/`)) return paths.root
  return url.pathname + url.search + url.hash
}
