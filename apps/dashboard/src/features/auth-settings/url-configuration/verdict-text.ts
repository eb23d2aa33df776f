import { compileRedirects, type RedirectRefusal } from '@colonnade/contracts/auth/redirects/redirect-allow-list'

const reasons: Readonly<Record<RedirectRefusal, string>> = {
  invalid: 'This isn’t a URL that browsers open as it is written.',
  scheme: 'URLs of this scheme can run code, so they are never allowed.',
  user_name: 'It has a user name before the host. Such a URL can look like another site.',
  ip_address: 'IP addresses are only allowed for this machine, in their usual form.',
  not_listed: 'It’s neither below the site URL nor matched by a pattern.',
}

export interface Verdict {
  readonly isAllowed: boolean
  readonly text: string
  /** The rule that allows it. */
  readonly rule: string | null
}

/** Says whether a URL may be redirected to with these settings, and why. Lists are as people type them, a pattern a line. */
export function judgeRedirect(siteUrl: string, patterns: string, target: string): Verdict {
  const rules = compileRedirects({ site_url: siteUrl, uri_allow_list: patterns.split('\n').join(',') })
  const verdict = rules.match(target.trim())
  if (!verdict.isAllowed) return { isAllowed: false, text: reasons[verdict.reason], rule: null }
  const text = verdict.rule === 'site_url' ? 'Allowed by the site URL' : 'Allowed by the pattern'
  return { isAllowed: true, text, rule: verdict.pattern }
}
