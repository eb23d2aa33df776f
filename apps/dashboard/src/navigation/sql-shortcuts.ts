/** Keys that work while SQL is written. */
export const sqlShortcuts = [
  { keys: ['mod', '↵'], label: 'Run the selection, or everything' },
  { keys: ['⇧', 'mod', '↵'], label: 'Run the statement at the cursor' },
  { keys: ['Esc'], label: 'Cancel the run' },
  { keys: ['Ctrl', 'Space'], label: 'Complete; after * write out the columns' },
  { keys: ['mod', 'I'], label: 'Describe the word at the cursor' },
  { keys: ['F12'], label: 'Go to the table, function or alias' },
  { keys: ['⇧', 'Alt', 'F'], label: 'Format' },
  { keys: ['F8'], label: 'Go to the next error' },
  { keys: ['mod', 'F'], label: 'Find and replace' },
  { keys: ['mod', 'D'], label: 'Select the next occurrence, too' },
  { keys: ['Alt', 'click'], label: 'Set another cursor' },
  { keys: ['⇧', 'Alt', 'drag'], label: 'Select a rectangle' },
  { keys: ['mod', '/'], label: 'Comment the lines, or not' },
  { keys: ['Alt', '↑ ↓'], label: 'Move the lines' },
  { keys: ['⇧', 'Alt', '↑ ↓'], label: 'Copy the lines' },
  { keys: ['Esc', 'Tab'], label: 'Leave the editor by keyboard' },
] as const
