/** What a browser left for a provider for. */
export interface Errand {
  readonly kind: 'sign-in' | 'link'
  /** Where to go afterwards; it is looked at before it is believed. */
  readonly returnTo: string
}

const keyOf = (state: string): string => `identity:${state}`

/** Leaves for a provider, and remembers for this tab what for. */
export function leaveFor({ url, state }: { readonly url: string; readonly state: string }, errand: Errand): void {
  try {
    sessionStorage.setItem(keyOf(state), JSON.stringify(errand))
  } catch {
    // then it comes back to sign in, and begins at the first page
  }
  window.location.assign(url)
}

/** Returns why the browser went to the provider, by the query string of its return. */
export function errandOf(parameters: string): Errand {
  const fallback: Errand = { kind: 'sign-in', returnTo: '/' }
  try {
    const key = keyOf(new URLSearchParams(parameters).get('state') ?? '')
    const { kind, returnTo } = JSON.parse(sessionStorage.getItem(key) ?? '{}') as Partial<Errand>
    return typeof returnTo === 'string' ? { kind: kind === 'link' ? 'link' : 'sign-in', returnTo } : fallback
  } catch {
    return fallback
  }
}
