/** Follows redirects from an address with cookies, as a browser does, until one leads to the given place. Returns the query string there. */
export async function walk(from: string, to: string): Promise<string> {
  return new URL(await follow(from, to)).search
}

/** As `walk`; returns the whole address. */
export async function follow(from: string, to: string): Promise<string> {
  const cookies = new Map<string, string>()
  let url = from
  for (let steps = 0; steps < 20; steps += 1) {
    if (url.startsWith(to)) return url
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(url, { redirect: 'manual', headers: { cookie } })
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (value === '') cookies.delete(name)
      else cookies.set(name, value)
    }
    const location = response.headers.get('location')
    if (location === null) throw new Error(`${url} answered ${response.status}: ${(await response.text()).slice(0, 500)}`)
    url = new URL(location, url).href
  }
  throw new Error(`${from} leads round in circles`)
}
