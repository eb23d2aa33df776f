/** Keys that work while SQL is written. */
export const sqlShortcuts = [
  { keys: ['mod', '↵'], label: 'Run the selection or everything' },
  { keys: ['⇧', 'mod', '↵'], label: 'Run the statement at the cursor' },
  { keys: ['Esc'], label: 'Cancel the run' },
  { keys: ['Ctrl', 'Space'], label: 'Complete; after *, expand the columns' },
  { keys: ['mod', 'I'], label: 'Describe the word at the cursor' },
  { keys: ['F12'], label: 'Go to the table, function or alias' },
  { keys: ['⇧', 'Alt', 'F'], label: 'Format' },
  { keys: ['F8'], label: 'Go to the next error' },
  { keys: ['mod', 'F'], label: 'Find and replace' },
  { keys: ['mod', 'D'], label: 'Add the next occurrence to the selection' },
  { keys: ['Alt', 'click'], label: 'Add a cursor' },
  { keys: ['⇧', 'Alt', 'drag'], label: 'Select a rectangle' },
  { keys: ['mod', '/'], label: 'Toggle line comments' },
  { keys: ['Alt', '↑ ↓'], label: 'Move lines' },
  { keys: ['⇧', 'Alt', '↑ ↓'], label: 'Copy lines' },
  { keys: ['Esc', 'Tab'], label: 'Leave the editor' },
] as const
