/** What the key of shortcuts is called on this machine. */
export const modifierKey = /Mac|iPhone|iPad/.test(navigator.platform) ? '⌘' : 'Ctrl'

export const modified = (key: string) => (modifierKey === '⌘' ? `⌘${key}` : `Ctrl ${key}`)
