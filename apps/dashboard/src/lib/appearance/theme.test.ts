import { describe, expect, test, vi } from 'vitest'
import { createThemeStore, resolveTheme, type ThemeChoice, themeChoices, themeKey } from './theme.ts'

function place(kept: string | null, isLight = false) {
  const listeners: (() => void)[] = []
  const elsewhere: (() => void)[] = []
  const storage = { getItem: vi.fn<() => string | null>(() => kept), setItem: vi.fn() }
  const systemLight = { matches: isLight, addEventListener: (_: 'change', listener: () => void) => void listeners.push(listener) }
  const apply = vi.fn()
  return {
    storage,
    systemLight,
    onKeptElsewhere: (listener: () => void) => void elsewhere.push(listener),
    apply,
    keepElsewhere: (next: string) => (storage.getItem.mockReturnValue(next), elsewhere.forEach((listener) => listener())),
    changeSystem: (matches: boolean) => ((systemLight.matches = matches), listeners.forEach((listener) => listener())),
  }
}

test.each([
  { choice: 'dark', isLight: true, expected: 'dark' },
  { choice: 'light', isLight: false, expected: 'light' },
  { choice: 'classic-dark', isLight: true, expected: 'classic-dark' },
  { choice: 'system', isLight: true, expected: 'light' },
  { choice: 'system', isLight: false, expected: 'dark' },
] as const)('$choice on a system that is light: $isLight shows $expected', ({ choice, isLight, expected }) => {
  expect(resolveTheme(choice, isLight)).toBe(expected)
})

test('the kept choice is shown at once, and an unknown one is the system', () => {
  const light = place('light')
  createThemeStore(light)
  expect(light.apply).toHaveBeenLastCalledWith('light')
  const unknown = place('sepia')
  expect(createThemeStore(unknown).get()).toBe('system')
})

test('a choice is kept, shown and told', () => {
  const browser = place(null)
  const store = createThemeStore(browser)
  const listener = vi.fn()
  const unsubscribe = store.subscribe(listener)
  store.set('classic-dark')
  expect(browser.storage.setItem).toHaveBeenCalledWith(themeKey, 'classic-dark')
  expect(browser.apply).toHaveBeenLastCalledWith('classic-dark')
  expect(listener).toHaveBeenCalledOnce()
  unsubscribe()
  store.set('light')
  expect(listener).toHaveBeenCalledOnce()
})

test('the system may change its mind, and is followed only when chosen', () => {
  const browser = place('system')
  const store = createThemeStore(browser)
  browser.changeSystem(true)
  expect(browser.apply).toHaveBeenLastCalledWith('light')
  store.set('dark')
  browser.changeSystem(true)
  expect(browser.apply).toHaveBeenLastCalledWith('dark')
})

test('the values are those of spec §2, in its order', () => {
  expect(themeChoices.map(({ label, value }) => `${label}: ${value}`)).toEqual([
    'Dark: dark',
    'Light: light',
    'Classic Dark: classic-dark',
    'System: system',
  ])
})

test('what another tab chooses is shown and told here too, once', () => {
  const browser = place('dark')
  const store = createThemeStore(browser)
  const listener = vi.fn()
  store.subscribe(listener)
  browser.keepElsewhere('light')
  expect(browser.apply).toHaveBeenLastCalledWith('light')
  browser.keepElsewhere('light')
  expect(listener).toHaveBeenCalledOnce()
  expect(browser.storage.setItem).not.toHaveBeenCalled()
})

test('a browser that keeps nothing still shows themes', () => {
  const browser = place(null)
  browser.storage.getItem.mockImplementation(() => {
    throw new Error('denied')
  })
  browser.storage.setItem.mockImplementation(() => {
    throw new Error('denied')
  })
  const store = createThemeStore(browser)
  store.set('light')
  expect(store.get()).toBe('light')
})

describe('what the server keeps', () => {
  /** A browser with what it keeps, for as many tabs as are opened. */
  const browser = () => {
    const items = new Map<string, string>()
    const storage = { getItem: (key: string) => items.get(key) ?? null, setItem: (key: string, value: string) => void items.set(key, value) }
    return { openTab: () => createThemeStore({ ...place(null), storage }) }
  }
  const kept = (version: number, choice: ThemeChoice | null, person = 'ada') => ({ person, version, choice })

  test('is shown when it is new', () => {
    const tab = browser().openTab()
    tab.adopt(kept(1, 'light'))
    expect(tab.get()).toBe('light')
    tab.adopt(kept(2, 'classic-dark'))
    expect(tab.get()).toBe('classic-dark')
    tab.adopt(kept(3, null))
    expect(tab.get()).toBe('classic-dark')
  })

  test('takes nothing back that was chosen here since, in whichever tab and in whatever order answers come', () => {
    const { openTab } = browser()
    const first = openTab()
    first.adopt(kept(4, 'dark'))
    first.set('light')
    const second = openTab()
    // asked for before the choice was saved
    second.adopt(kept(4, 'dark'))
    expect(second.get()).toBe('light')
    first.adopt(kept(5, 'light'))
    second.adopt(kept(4, 'dark'))
    expect([first.get(), second.get()]).toEqual(['light', 'light'])
  })

  test("counts again when a choice could not be saved, and is each person's own", () => {
    const tab = browser().openTab()
    tab.adopt(kept(4, 'dark'))
    tab.set('light')
    tab.forget()
    tab.adopt(kept(4, 'dark'))
    expect(tab.get()).toBe('dark')
    tab.adopt(kept(1, 'light', 'grace'))
    expect(tab.get()).toBe('light')
  })
})
