import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { sidebarCookieText } from './sidebar.ts'

const html = readFileSync(join(import.meta.dirname, '../../../index.html'), 'utf8')
const script = [...html.matchAll(/<script nonce="__CSP_NONCE__">(.*?)<\/script>/gs)]
  .map(([, text]) => text!)
  .find((text) => text.includes('#page-frame'))!

/** Opens a document at a path, and returns which parts of its frame are shown. */
function frameAt(pathname: string, cookie = '') {
  const shown = { isShown: false, hasMenu: true, width: 'w-12' }
  const menu = {
    remove: () => (shown.hasMenu = false),
    classList: { replace: (old: string, next: string) => (shown.width = shown.width === old ? next : shown.width) },
  }
  const frame = {
    querySelectorAll: () => [menu],
    querySelector: () => (shown.hasMenu ? menu : null),
    set hidden(isHidden: boolean) {
      shown.isShown = !isHidden
    },
  }
  // oxlint-disable-next-line no-implied-eval, typescript/no-implied-eval
  new Function('location', 'document', script)({ pathname }, { cookie, querySelector: () => frame })
  return shown
}

test.for([
  ['/project/abcdefghijklmnopqrst/editor', true, true],
  ['/org/acme', true, true],
  ['/projects', true, false],
  ['/account/me', true, false],
  ['/', false, true],
  ['/sign-in', false, true],
  ['/authorize', false, true],
  ['/invitation', false, true],
  ['/organizational', false, true],
] as const)('of %s: frame %s, sidebar %s', ([path, isShown, hasMenu]) => {
  expect(frameAt(path)).toMatchObject({ isShown, hasMenu })
})

test('the sidebar is as wide as it was', () => {
  expect(frameAt('/org/acme', `a=b; ${sidebarCookieText(true)}`).width).toBe('w-52')
  expect(frameAt('/org/acme', sidebarCookieText(false)).width).toBe('w-12')
})

test('the frame has the colors of all themes, and a logo, with which the first contentful paint happens', () => {
  const [, frame = ''] = /(<div id="page-frame".*?)<script/s.exec(html) ?? []
  expect(frame).toContain('<svg')
  expect(frame).toContain('aria-hidden="true" hidden')
  // only names that every theme has a value for
  expect([...frame.matchAll(/\b(?:bg|text|border)-([a-z]+)/g)].map(([, name]) => name)).toEqual(
    expect.arrayContaining(['surface', 'accent', 'hover']),
  )
  expect(frame).not.toMatch(/#[\da-f]{3,8}\b|style=/)
})
