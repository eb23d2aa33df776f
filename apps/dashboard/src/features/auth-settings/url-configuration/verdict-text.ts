import { compileRedirects, type RedirectRefusal } from '@colonnade/contracts/auth/redirects/redirect-allow-list'
import { verdictTextCopy } from './messages.ts'

const reasons: Readonly<Record<RedirectRefusal, string>> = {
  invalid: verdictTextCopy.isntURLBrowsersOpen,
  scheme: verdictTextCopy.uRLsSchemeCanRun,
  user_name: verdictTextCopy.hasUserNameBefore,
  ip_address: verdictTextCopy.ipAddressesOnlyAllowed,
  not_listed: verdictTextCopy.neitherBelowSiteURL,
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
  const text = verdict.rule === 'site_url' ? verdictTextCopy.allowedSiteURL : verdictTextCopy.allowedPattern
  return { isAllowed: true, text, rule: verdict.pattern }
}
