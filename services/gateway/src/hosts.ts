import { serviceNames } from './services.ts'

/** A domain of one project. */
export interface LedName {
  /** In ASCII and small letters. */
  readonly name: string
  readonly ref: string
}

/** Hosts that are a project's own: `<ref>.<public host>`, and its domains. */
export interface ProjectHosts {
  /** Replaces the domains. */
  serve(names: readonly LedName[]): void
  /** Returns the URL below the platform's own address that a URL at this host means. At a project's host there is nothing but its services. */
  rewrite(host: string | undefined, url: string): string
}

const servicePath = new RegExp(`^/(?:${serviceNames.join('|')})/v1(?:[/?]|$)`)

/** @param publicHost the platform's own name; `localhost` where it has none */
export function createProjectHosts(publicHost: string): ProjectHosts {
  let known: ReadonlyMap<string, string> = new Map()
  const ofRef = `.${publicHost.toLowerCase()}`
  const refOf = (host: string): string | undefined => {
    const name = host.toLowerCase().replace(/:\d+$/, '').replace(/\.$/, '')
    const label = name.endsWith(ofRef) ? name.slice(0, -ofRef.length) : ''
    return /^[a-z]{20}$/.test(label) ? label : known.get(name)
  }
  return {
    serve(names) {
      known = new Map(names.map(({ name, ref }) => [name, ref]))
    },
    rewrite(host, url) {
      const ref = host === undefined ? undefined : refOf(host)
      if (ref === undefined) return url
      return servicePath.test(url) ? `/api/${ref}${url}` : `/api/${ref}`
    },
  }
}
