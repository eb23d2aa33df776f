import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

export type Weight = 400 | 600

/** Parts of Inter, as its package has them: Latin with all its accents, Vietnamese, Cyrillic and Greek. For others see `readOtherScripts`. */
export const fontParts = ['latin', 'latin-ext', 'vietnamese', 'cyrillic', 'cyrillic-ext', 'greek', 'greek-ext'] as const

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

/** What a part is registered as; fonts of other scripts have one weight, and are called as they are. */
export function fontName(part: string, weight: Weight): string {
  return fontParts.some((each) => each === part) ? `${part}-${weight}` : part
}

/** A stretch of text that one part can write. */
export interface FontRun {
  readonly part: string
  readonly text: string
}

/**
 * Splits a text by the parts that have its characters. What no part has and would be seen is written by its number, `[U+1F680]`, which is no box:
 * it can be looked up, and the invoice's page has the character itself.
 */
export function fontRuns(text: string, parts: readonly string[], hasGlyph: (part: string, codePoint: number) => boolean): FontRun[] {
  const runs: { part: string; text: string }[] = []
  const add = (part: string, more: string): void => {
    const last = runs.at(-1)
    if (last?.part === part) last.text += more
    else runs.push({ part, text: more })
  }
  for (const character of text.normalize('NFC')) {
    const codePoint = character.codePointAt(0)!
    // a run goes on with what it has, so that spaces and digits do not end it
    const current = runs.at(-1)?.part
    const part = current !== undefined && hasGlyph(current, codePoint) ? current : parts.find((each) => hasGlyph(each, codePoint))
    if (part === undefined && /\p{Default_Ignorable_Code_Point}/u.test(character)) continue
    if (part === undefined) add('latin', `[U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}]`)
    else add(part, character)
  }
  return runs
}
