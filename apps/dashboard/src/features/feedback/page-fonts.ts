/**
 * The fonts that the page uses now, as CSS that carries them with it: a picture that is drawn outside of the page knows none of its
 * files. Only those that are loaded, so not the alphabets that nobody wrote in.
 */
export async function pageFonts(): Promise<string> {
  const loaded = new Set(
    [...document.fonts].filter(({ status }) => status === 'loaded').map(({ family, unicodeRange }) => keyOf(family, unicodeRange)),
  )
  const faces = [...document.styleSheets].flatMap((sheet) => fontFaces(sheet.cssRules, sheet.href ?? document.baseURI))
  const used = faces.filter(({ rule: { style } }) =>
    loaded.has(keyOf(style.getPropertyValue('font-family'), style.getPropertyValue('unicode-range'))),
  )
  return (await Promise.all(used.map(({ rule, base }) => withFiles(rule.cssText, base)))).join('\n')
}

interface FontFaceRule {
  readonly rule: CSSFontFaceRule
  /** What the addresses in it are relative to. */
  readonly base: string
}

function fontFaces(rules: CSSRuleList, base: string): FontFaceRule[] {
  return [...rules].flatMap((rule) => {
    if (rule instanceof CSSFontFaceRule) return [{ rule, base }]
    return rule instanceof CSSGroupingRule ? fontFaces(rule.cssRules, base) : []
  })
}

/** Quotes, case and white space are the browser's to choose. */
function keyOf(family: string, range: string): string {
  return `${family.replaceAll(/["']/g, '')} ${range === '' ? 'U+0-10FFFF' : range}`.toLowerCase().replaceAll(/\s/g, '')
}

async function withFiles(css: string, base: string): Promise<string> {
  const [, quoted] = /url\(([^)]*)\)/.exec(css) ?? []
  if (quoted === undefined) return css
  const response = await fetch(new URL(quoted.replaceAll(/^["']|["']$/g, ''), base))
  const bytes = new Uint8Array(await response.arrayBuffer())
  const base64 = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
  return css.replace(quoted, `"data:font/woff2;base64,${base64}"`)
}
