import { createHash } from 'node:crypto'

/** The content of a page that we generate. All of it is escaped as text, wherever it comes from. */
export type OwnPageContent = {
  readonly title: string
  readonly text: string
} & (
  | {
      /** A button that posts these fields to a path of this origin. */
      readonly post: { readonly button: string; readonly path: string; readonly fields: Readonly<Record<string, string>> }
    }
  | {
      /** Goes there at once; the link is for browsers that don't. */
      readonly goTo: { readonly link: string; readonly url: string }
    }
)

const style =
  ':root{color-scheme:light dark}body{margin:0;min-height:100dvh;display:grid;place-items:center;font:16px/1.5 system-ui,sans-serif}main{box-sizing:border-box;width:min(26rem,100%);padding:1.5rem;text-align:center}h1{font-size:1.25rem;margin:0 0 .5rem}p{margin:0 0 1.5rem;overflow-wrap:anywhere}button,a{display:inline-block;box-sizing:border-box;min-height:2.75rem;padding:.6rem 1.5rem;border:0;border-radius:6px;background:#1f6f5c;color:#fff;font:inherit;font-weight:600;text-decoration:none;cursor:pointer}:is(button,a):focus-visible{outline:2px solid currentColor;outline-offset:3px}'
const styleHash = createHash('sha256').update(style).digest('base64')

/**
 * A page that services may show on the installation's own origin, where the dashboard has its session. Only this class makes one, so nothing
 * that a project or its users wrote becomes markup: it has one button or one link, and runs no script.
 */
export class OwnPage {
  readonly #html: string
  readonly #contentSecurityPolicy: string

  constructor(content: OwnPageContent) {
    const { title, text } = content
    const [head, action] = 'post' in content ? ['', formOf(content.post)] : [refreshOf(content.goTo), linkOf(content.goTo)]
    this.#html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex"><title>${escape(title)}</title>${head}<style>${style}</style></head><body><main><h1>${escape(title)}</h1><p>${escape(text)}</p>${action}</main></body></html>`
    this.#contentSecurityPolicy = `default-src 'none'; style-src 'sha256-${styleHash}'; form-action ${'post' in content ? "'self'" : "'none'"}; base-uri 'none'; frame-ancestors 'none'`
  }

  /** Returns the page and the policy that it is shown under. */
  static write(page: OwnPage): { readonly html: string; readonly contentSecurityPolicy: string } {
    return { html: page.#html, contentSecurityPolicy: page.#contentSecurityPolicy }
  }
}

function formOf({
  button,
  path,
  fields,
}: {
  readonly button: string
  readonly path: string
  readonly fields: Readonly<Record<string, string>>
}): string {
  const inputs = Object.entries(fields).map(([name, value]) => `<input type="hidden" name="${escape(name)}" value="${escape(value)}">`)
  return `<form method="post" action="${escape(path)}">${inputs.join('')}<button>${escape(button)}</button></form>`
}

const linkOf = ({ link, url }: { readonly link: string; readonly url: string }): string => `<a href="${escape(url)}">${escape(link)}</a>`

const refreshOf = ({ url }: { readonly url: string }): string => `<meta http-equiv="refresh" content="0;url=${escape(url)}">`

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escape = (text: string): string => text.replaceAll(/[&<>"']/g, (character) => entities[character]!)
