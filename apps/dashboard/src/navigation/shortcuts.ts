/** What `?` shows; `mod` is ⌘ or Ctrl. */
export const shortcuts = [
  { keys: ['mod', 'K'], label: 'Open the command menu' },
  { keys: ['?'], label: 'Show the keyboard shortcuts' },
  { keys: ['Esc'], label: 'Close what lies over the page' },
  { keys: ['↑', '↓'], label: 'Move in lists and menus' },
  { keys: ['mod', '↵'], label: 'Run the SQL, or the selected part of it' },
] as const

type KeyPress = Pick<KeyboardEvent, 'key' | 'metaKey' | 'ctrlKey' | 'altKey'>

/** The overlay that a key press asks for. A question mark that is being typed somewhere is only a question mark. */
export function overlayFor(press: KeyPress, isTyping: boolean): 'commands' | 'shortcuts' | null {
  if (press.key.toLowerCase() === 'k' && (press.metaKey || press.ctrlKey) && !press.altKey) return 'commands'
  if (press.key === '?' && !isTyping && !press.metaKey && !press.ctrlKey) return 'shortcuts'
  return null
}
