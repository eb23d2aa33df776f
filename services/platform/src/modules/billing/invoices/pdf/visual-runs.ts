import createBidi from 'bidi-js'

// its types are those of a module with a default export, which it is not
const bidi = (createBidi as unknown as typeof createBidi.default)()

/** A stretch of a line that is read in one direction; its text is in the order in which it is read. */
export interface VisualRun {
  readonly text: string
  readonly isRightToLeft: boolean
}

/** The blocks that Unicode keeps for scripts read from right to left, and the marks that turn text around. */
const rightToLeft = /[\u0590-\u08ff\u200f\u202b\u202e\u2067\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u

/** The stretches of a line as they stand from left to right (Unicode's bidirectional algorithm, UAX 9). */
export function visualRuns(line: string): VisualRun[] {
  if (!rightToLeft.test(line)) return line === '' ? [] : [{ text: line, isRightToLeft: false }]
  const embedding = bidi.getEmbeddingLevels(line)
  const { levels } = embedding
  const runs: { first: number; last: number; level: number }[] = []
  for (const index of bidi.getReorderedIndices(line, embedding)) {
    const level = levels[index]!
    const run = runs.at(-1)
    if (run?.level === level && (index === run.last + 1 || index === run.first - 1)) {
      run.first = Math.min(run.first, index)
      run.last = Math.max(run.last, index)
    } else runs.push({ first: index, last: index, level })
  }
  return runs.map(({ first, last, level }) => ({ text: line.slice(first, last + 1), isRightToLeft: level % 2 === 1 }))
}

/**
 * A text of one font as the font's layout is to get it. The layout turns around whatever has letters of these scripts, and nothing else: not a
 * bracket among them, and Persian digits, too, which are read from left to right.
 */
export function asLaidOut(text: string, isRightToLeft: boolean): string {
  const isTurned = /[\p{Script=Arabic}\p{Script=Hebrew}]/u.test(text)
  const characters = Array.from(text, (character) => (isRightToLeft ? (bidi.getMirroredCharacter(character) ?? character) : character))
  return (isTurned === isRightToLeft ? characters : characters.toReversed()).join('')
}
