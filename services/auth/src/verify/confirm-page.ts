import { OwnPage } from '@colonnade/projects'
import type { AuthCall } from '../call.ts'
import type { VerificationType } from './verify-token.ts'

const words: Readonly<Record<VerificationType, readonly [title: string, button: string]>> = {
  signup: ['Confirm your email address', 'Confirm'],
  invite: ['Accept your invitation', 'Accept invitation'],
  recovery: ['Reset your password', 'Continue'],
  magiclink: ['Sign in', 'Sign in'],
  email: ['Sign in', 'Sign in'],
  email_change: ['Confirm your email address', 'Confirm'],
  sms: ['Confirm your phone number', 'Confirm'],
  phone_change: ['Confirm your phone number', 'Confirm'],
}

/** Asks whoever opened a link to press a button. Scanners of mail open links, but press nothing. */
export function confirmPage(
  { request }: Pick<AuthCall, 'request'>,
  { type, token, redirectTo }: { readonly type: VerificationType; readonly token: string; readonly redirectTo: string },
): OwnPage {
  const [title, button] = words[type]
  const { pathname } = new URL(request.publicUrl)
  return new OwnPage({
    title,
    text: `Press the button to continue to ${nameOf(redirectTo)}.`,
    post: { button, path: `${pathname}/verify/confirm`, fields: { type, token, redirect_to: redirectTo } },
  })
}

/**
 * Goes on to the app after the button. Not by a redirect: browsers hold those of a form to the page's policy, and the app may redirect again.
 */
export const goOnPage = (url: string): OwnPage =>
  new OwnPage({ title: 'You’re being redirected', text: `Continuing to ${nameOf(url)}.`, goTo: { link: 'Continue', url } })

/** `app.example.com`, or the scheme of an app's own address. */
function nameOf(url: string): string {
  const { host, protocol } = new URL(url)
  return host === '' ? protocol.replace(/:$/, '') : host
}
