import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

export type Weight = 400 | 600

/** Parts of Inter, as its package has them: Latin with all its accents, Vietnamese, Cyrillic and Greek. Scripts beyond these are not covered. */
export const fontParts = ['latin', 'latin-ext', 'vietnamese', 'cyrillic', 'cyrillic-ext', 'greek', 'greek-ext'] as const
export type FontPart = (typeof fontParts)[number]

let files: Promise<ReadonlyMap<string, Buffer>> | undefined

/** Name and bytes of each part in both weights; read once. */
export function readFonts(): Promise<ReadonlyMap<string, Buffer>> {
  files ??= Promise.all(
    fontParts.flatMap((part) =>
      ([400, 600] as const).map(async (weight) => {
        const path = import.meta.resolve(`@fontsource/inter/files/inter-${part}-${weight}-normal.woff`)
        return [fontName(part, weight), await readFile(fileURLToPath(path))] as const
      }),
    ),
  ).then((read) => new Map(read))
  return files
}

export function fontName(part: FontPart, weight: Weight): string {
  return `${part}-${weight}`
}

/** A stretch of text that one part can write. */
export interface FontRun {
  readonly part: FontPart
  readonly text: string
}

/**
 * Splits a text by the parts that have its characters. What no part has is written by its number, `[U+682A]`, which is no box: it can be
 * looked up, and the invoice's page has the character itself.
 */
export function fontRuns(text: string, hasGlyph: (part: FontPart, codePoint: number) => boolean): FontRun[] {
  const runs: { part: FontPart; text: string }[] = []
  const add = (part: FontPart, more: string): void => {
    const last = runs.at(-1)
    if (last?.part === part) last.text += more
    else runs.push({ part, text: more })
  }
  for (const character of text.normalize('NFC')) {
    const codePoint = character.codePointAt(0)!
    // a run goes on with what it has, so that spaces and digits do not end it
    const current = runs.at(-1)?.part
    const part = current !== undefined && hasGlyph(current, codePoint) ? current : fontParts.find((each) => hasGlyph(each, codePoint))
    if (part === undefined) add('latin', `[U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}]`)
    else add(part, character)
  }
  return runs
}
