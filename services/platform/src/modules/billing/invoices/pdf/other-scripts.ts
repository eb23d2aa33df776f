import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

/**
 * Packages with what Inter has not, in the order in which they are asked: Arabic, Hebrew, Korean, and Chinese with Japanese, whose characters are
 * written as in Beijing then. Each holds its font in slices, each with the characters that it is for.
 */
const packages = ['noto-sans-arabic', 'noto-sans-hebrew', 'noto-sans-kr', 'noto-sans-sc'] as const
type Package = (typeof packages)[number]

interface Slice {
  readonly name: string
  readonly file: URL
  readonly ranges: readonly (readonly [first: number, last: number])[]
}

let slices: Promise<readonly Slice[]> | undefined

/** Fonts with the characters of a text that Inter has not, as far as there are any, by their names: no more of them than the text needs. */
export async function readOtherScripts(text: string): Promise<ReadonlyMap<string, Buffer>> {
  const wanted = new Map<Slice, string>()
  for (const character of new Set(text)) {
    const codePoint = character.codePointAt(0)!
    if (codePoint < firstBeyondInter) continue
    slices ??= Promise.all(packages.map(readSlices)).then((all) => all.flat())
    // a slice may be for a character and not have it: then another one may
    for (const slice of (await slices).filter(({ ranges }) => ranges.some(([first, last]) => first <= codePoint && codePoint <= last))) {
      wanted.set(slice, (wanted.get(slice) ?? ' ') + character)
    }
  }
  if (wanted.size === 0) return new Map()
  const { default: subsetFont } = await import('subset-font')
  const fonts = [...wanted].map(async ([{ name, file }, characters]) => {
    const font = await subsetFont(await readFile(file), characters, { targetFormat: 'sfnt', variationAxes: { wght: 400 } })
    return [name, font] as const
  })
  return new Map(await Promise.all(fonts))
}

/** Hebrew begins here; what is before is Inter's. */
const firstBeyondInter = 0x590

async function readSlices(from: Package): Promise<Slice[]> {
  const path = (file: string): URL => new URL(import.meta.resolve(`@fontsource-variable/${from}/${file}`))
  const all = JSON.parse(await readFile(fileURLToPath(path('unicode.json')), 'utf8')) as Readonly<Record<string, string>>
  return Object.entries(all).map(([key, ranges]) => {
    const name = `${from}-${key.replaceAll(/[[\]]/g, '')}`
    return { name, file: path(`files/${name}-wght-normal.woff2`), ranges: ranges.split(',').map(readRange) }
  })
}

/** `U+4e00-4e0f` or `U+4e00`. */
function readRange(text: string): readonly [number, number] {
  const [first = '', last = first] = text.replace('U+', '').split('-')
  return [Number.parseInt(first, 16), Number.parseInt(last, 16)]
}
