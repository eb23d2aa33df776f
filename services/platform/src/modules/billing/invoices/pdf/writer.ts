import PdfKit from 'pdfkit'
import type { Readable } from 'node:stream'
import { fontName, fontParts, fontRuns, readFonts, type Weight } from './fonts.ts'
import { readOtherScripts } from './other-scripts.ts'
import { asLaidOut, visualRuns } from './visual-runs.ts'

export interface TextStyle {
  readonly size: number
  readonly weight?: Weight
  /** Where it ends instead of where it begins. */
  readonly isRight?: boolean
  readonly color?: string
}

/** Writes lines of text on pages of A4, each character in a font that has it. */
export interface PdfWriter {
  readonly stream: Readable
  readonly heightPt: number
  /** One line at a place of its top left, or top right. */
  line(text: string, x: number, y: number, style: TextStyle): void
  /** A text broken into lines that are no wider. */
  wrap(text: string, widthPt: number, style: TextStyle): string[]
  rule(y: number, from: number, to: number): void
  addPage(): void
  /** Writes something on each page, of so many, and is done. */
  end(onPage: (number: number, count: number) => void): void
}

/** The font that pdfkit has chosen last; what it says of glyphs is no part of its types. */
interface WithFont {
  readonly _font: { readonly font: { hasGlyphForCodePoint(codePoint: number): boolean } }
}

/** `texts`: all that will be written, for the fonts that it takes. */
export async function createPdfWriter(title: string, texts: string): Promise<PdfWriter> {
  const doc = new PdfKit({ size: 'A4', bufferPages: true, margin: 0, info: { Title: title }, lang: 'en', pdfVersion: '1.7', displayTitle: true })
  for (const [name, bytes] of await readFonts()) doc.registerFont(name, bytes)
  const others = await readOtherScripts(texts.normalize('NFC'))
  for (const [name, bytes] of others) doc.registerFont(name, bytes)
  const parts = [...fontParts, ...others.keys()]
  const known = new Map<string, boolean>()
  const hasGlyph = (weight: Weight) => (part: string, codePoint: number) => {
    const key = `${part} ${weight} ${codePoint}`
    const before = known.get(key)
    if (before !== undefined) return before
    const has = (doc.font(fontName(part, weight)) as unknown as WithFont)._font.font.hasGlyphForCodePoint(codePoint)
    known.set(key, has)
    return has
  }
  /** A line's runs from left to right, as each is handed to its font. */
  const runsOf = (text: string, weight: Weight) =>
    visualRuns(text.normalize('NFC')).flatMap(({ text: own, isRightToLeft }) => {
      const runs = fontRuns(own, parts, hasGlyph(weight)).map((run) => ({ ...run, text: asLaidOut(run.text, isRightToLeft) }))
      return isRightToLeft ? runs.toReversed() : runs
    })
  const measured = (text: string, { size, weight = 400, isRight = false }: TextStyle) =>
    runsOf(text, weight).map((run) => ({
      ...run,
      width: doc
        .font(fontName(run.part, weight))
        .fontSize(size)
        .widthOfString(run.text, { features: featuresOf(isRight) }),
    }))
  const widthOf = (text: string, style: TextStyle): number => measured(text, style).reduce((sum, { width }) => sum + width, 0)
  const widths = new Map<string, number>()
  /** Of a word or a gap, which come again and again: measuring is most of what a long invoice takes. */
  const widthOfPiece = (piece: string, style: TextStyle): number => {
    const key = `${style.size} ${style.weight ?? 400} ${piece}`
    const known = widths.get(key) ?? widthOf(piece, style)
    widths.set(key, known)
    return known
  }
  return {
    stream: doc as unknown as Readable,
    heightPt: doc.page.height,
    line(text, x, y, style) {
      const { size, weight = 400, isRight = false, color = '#26231f' } = style
      const runs = measured(text, style)
      let at = isRight ? x - runs.reduce((sum, { width }) => sum + width, 0) : x
      for (const { part, text: own, width } of runs) {
        doc
          .font(fontName(part, weight))
          .fontSize(size)
          .fillColor(color)
          .text(own, at, y + ascent * size, { lineBreak: false, baseline: 'alphabetic', features: featuresOf(isRight) })
        at += width
      }
    },
    wrap(text, widthPt, style) {
      return text.split('\n').flatMap((paragraph) => {
        const lines: string[] = ['']
        let width = 0
        for (const piece of paragraph.match(/\s+|\S+/g) ?? []) {
          const own = widthOfPiece(piece, style)
          if (width + own <= widthPt) {
            lines[lines.length - 1] += piece
            width += own
          } else {
            const word = piece.trim()
            lines.push(...(own <= widthPt ? [word] : broken(word, (each) => widthOf(each, style) <= widthPt)))
            width = widthOf(lines.at(-1)!, style)
          }
        }
        return lines.map((line) => line.trimEnd()).filter((line, index) => line !== '' || index === 0)
      })
    },
    rule(y, from, to) {
      doc.moveTo(from, y).lineTo(to, y).lineWidth(0.5).strokeColor('#d8d3ca').stroke()
    },
    addPage() {
      doc.addPage()
    },
    end(onPage) {
      const { count } = doc.bufferedPageRange()
      for (let page = 0; page < count; page += 1) {
        doc.switchToPage(page)
        onPage(page + 1, count)
      }
      doc.end()
    },
  }
}

/** Of Inter, in parts of the size: all fonts of a line stand on one baseline. */
const ascent = 0.96875

/** Figures below each other are all of one width (OpenType's "tnum"). */
const featuresOf = (isRight: boolean): 'tnum'[] => (isRight ? ['tnum'] : [])

/** A word in pieces that fit. */
function broken(word: string, fits: (text: string) => boolean): string[] {
  const pieces: string[] = []
  for (const character of word) {
    const last = pieces.at(-1)
    if (last !== undefined && fits(last + character)) pieces[pieces.length - 1] = last + character
    else pieces.push(character)
  }
  return pieces
}
