import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../../../../..')
const files = globSync(['apps/dashboard/src/**/*.tsx', 'packages/ui/src/**/*.tsx'], { cwd: root, exclude: ['**/route-tree.gen.ts'] })
const sources = new Map(files.map((file) => [file, readFileSync(join(root, file), 'utf8')]))
const filesWith = (pattern: RegExp) => [...sources].flatMap(([file, text]) => (pattern.test(text) ? [file] : [])).toSorted()

/** The first field of a component, with its attributes; those of a select with an answer are passed over when a panel opens. */
const firstTyped = /<(?:Input|Textarea|LongTextarea|PasswordInput|SearchInput|CodeField|CodePanel)\b(?:[^>]|=>)*>/

test('every panel and dialog is a Sheet or a Dialog of the kit, which focus their first field', () => {
  expect(filesWith(/from '@base-ui\/react\/(?:dialog|alert-dialog|drawer)'/)).toEqual(
    ['command-menu', 'dialog', 'sheet'].map((name) => `packages/ui/src/overlays/${name}.tsx`),
  )
  for (const name of ['dialog', 'sheet']) {
    const text = sources.get(`packages/ui/src/overlays/${name}.tsx`)!
    expect(text).toMatch(/initialFocus=\{.*firstField\(close\.current/)
    expect(text).toMatch(/ref: awaitField/)
  }
})

test('a sheet with a form of its own says that it is one', () => {
  const withForms = filesWith(/<Sheet\b/).filter((file) => /<form\b|<Field\b/.test(sources.get(file)!))
  expect(withForms).not.toEqual([])
  for (const file of withForms) expect([file, /<Sheet\b[^>]*\bisForm\b/.test(sources.get(file)!)]).toEqual([file, true])
})

test('a panel without the focus in its first field has none', () => {
  for (const file of filesWith(/isForm=\{false\}/)) expect([file, firstTyped.test(sources.get(file)!)]).toEqual([file, false])
})

test('a search choice without an answer has a placeholder, not an option for it, so that a panel begins there', () => {
  const search = /<SearchSelect\b(?:[^>]|=>)*>/g
  const asked = /\blabel:[^,}]* (?:\w+\.choose|'Choose )/
  expect(filesWith(/<SearchSelect\b(?:[^>]|=>)*\bplaceholder=/)).not.toEqual([])
  for (const [file, text] of sources) for (const [tag] of text.matchAll(search)) expect([file, asked.test(tag)]).toEqual([file, false])
})

test('a dialog that names where it begins begins in its first field, or on the button that changes nothing', () => {
  const named = filesWith(/<(?:Dialog|ConfirmDialog)\b(?:[^>]|=>)*\binitialFocus=/).filter((file) => file.startsWith('apps/'))
  expect(named).not.toEqual([])
  for (const file of named) {
    const text = sources.get(file)!
    const [field] = firstTyped.exec(text) ?? []
    const isSafe = /<Button\b[^>]*\bref=\{(?:stay|safe)\}/.test(text)
    expect([file, isSafe || field === undefined || /\bref=\{/.test(field)]).toEqual([file, true])
  }
})
