import type { SourceFile } from './source-files.ts'

/** What playwright's pages and locators tell of this moment. */
const read =
  /\.(count|textContent|innerText|innerHTML|inputValue|getAttribute|is(Disabled|Enabled|Visible|Hidden|Checked|Editable)|evaluate|evaluateAll|allInnerTexts|allTextContents|boundingBox|title|content|url)\s*(<[^()]*>)?\(/
const time = /\bwaitForTimeout\(|\bperformance\.now\(|\bDate\.now\(\) -/

/**
 * A page is still becoming what it will be when a test looks, on a slow machine for longer. In the tests in browsers nothing is expected of
 * what was read once: neither `expect(await button.isDisabled())`, nor the same by a function or a constant of the file that holds such a
 * reading; `await expect.poll(() => button.isDisabled())` looks until it is so. Nor is time waited for or measured: slowness is no fault there.
 */
export function checkPageReads(sources: readonly SourceFile[]): string[] {
  return sources.filter(({ path }) => path.startsWith('e2e/')).flatMap((source) => [...readOnce(source), ...timed(source)])
}

function* readOnce({ path, text }: SourceFile): Generator<string> {
  const { readers, values } = namesOfReadings(text)
  for (const { index } of text.matchAll(/\bexpect\(/g)) {
    const expected = argumentAt(text, index + 'expect('.length)
    const isAwaited = /\bawait\b/.test(expected)
    const isReading =
      (isAwaited && (read.test(expected) || readers.some((name) => new RegExp(`\\bawait ${name}\\(`).test(expected)))) ||
      /\bpage\.url\(\)/.test(expected) ||
      values.some((name) => new RegExp(`^\\W*${name}\\b`).test(expected))
    if (isReading) {
      const line = text.slice(0, index).split('\n').length
      yield `${path}:${line}: expects what was read of the page once; use await expect.poll(() => …), which looks until it is so`
    }
  }
}

function* timed({ path, text }: SourceFile): Generator<string> {
  for (const [index, line] of text.split('\n').entries()) {
    if (time.test(line)) yield `${path}:${index + 1}: waits for time or measures it; wait for an event, and measure in bench/`
  }
}

/** What the file calls its own: functions that read a page, and constants that hold what was read. */
function namesOfReadings(text: string): { readonly readers: readonly string[]; readonly values: readonly string[] } {
  const readers: string[] = []
  const values: string[] = []
  for (const { index, groups } of text.matchAll(/^(?<indent> *)(?:const|let|(?:async )?function) (?<pattern>\{[^}]*\}|\[[^\]]*\]|\w+)/gm)) {
    const { indent, pattern } = groups as { readonly indent: string; readonly pattern: string }
    const statement = statementAt(text, index, indent)
    const first = statement.search(new RegExp([read.source, ...readers.map((name) => `\\bawait ${name}\\(`)].join('|')))
    if (first === -1) continue
    const isFunction = /^ *(async )?function\b/.test(statement) || statement.slice(0, first).includes('=>')
    if (isFunction) readers.push(pattern)
    else if (/= \(*await\b/.test(statement)) values.push(...(pattern.match(/\w+(?=\s*[,}\]=]|\s*$)/g) ?? []))
  }
  return { readers, values }
}

/** A statement ends before the next line that is indented no deeper, unless that closes what is open. */
function statementAt(text: string, start: number, indent: string): string {
  const lines = text.slice(start).split('\n')
  const end = lines.findIndex((line, index) => index > 0 && !line.startsWith(`${indent} `) && !/^ *[)\]}]/.test(line))
  return lines.slice(0, end === -1 ? lines.length : end).join('\n')
}

/** The text up to the parenthesis that closes the one before `start`; parentheses in texts count for nothing. */
function argumentAt(text: string, start: number): string {
  let depth = 1
  for (const { 0: token, index } of text.slice(start).matchAll(/'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`|[()]/g)) {
    if (token === '(') depth += 1
    else if (token === ')') depth -= 1
    if (depth === 0) return text.slice(start, start + index)
  }
  return ''
}
