const policy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; form-action 'none'"
const look = 'body{margin:16px;font:14px/1.5 system-ui,sans-serif;color:#18181b;background:#fff;overflow-wrap:anywhere}'

/**
 * Returns a page that shows a mail in a sandboxed frame: nothing in it runs or is fetched, and its links open nothing, since a link that was
 * followed in the frame would spend the token in it.
 */
export function inertDocument(html: string): string {
  const mail = parse(html)
  for (const each of mail.querySelectorAll('base, meta[http-equiv]')) each.remove()
  // a sandbox opens no windows
  for (const link of mail.querySelectorAll('a, area')) link.setAttribute('target', '_blank')
  return `<!doctype html><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy}"><style>${look}</style>${mail.documentElement.outerHTML}`
}

/** Returns where the links of a mail lead, in their order. */
export function linksIn(html: string): string[] {
  const links = [...parse(html).querySelectorAll('a[href], area[href]')].map((link) => link.getAttribute('href')!.trim())
  return [...new Set(links)].filter((link) => URL.canParse(link))
}

/** The document of a parser runs and fetches nothing. */
const parse = (html: string): Document => new DOMParser().parseFromString(html, 'text/html')
