/** Keys that work everywhere; `mod` is ⌘ or Ctrl. */
export const generalShortcuts = [
  { keys: ['mod', 'K'], label: 'Open the command menu' },
  { keys: ['?'], label: 'Show the keyboard shortcuts' },
  { keys: ['Esc'], label: 'Close what lies over the page' },
  { keys: ['↑', '↓'], label: 'Move in lists and menus' },
  { keys: ['mod', '\\'], label: 'Open or close the editor panel' },
  { keys: ['mod', '↵'], label: 'Run the SQL, or the selected part of it' },
  { keys: ['mod', 'Alt', 'T'], label: 'Begin another snippet of SQL' },
] as const

/** Keys that work while the focus is in the rows of a table. */
export const tableShortcuts = [
  { keys: ['↵'], label: 'Edit the cell, or open it' },
  { keys: ['⇧', '↑ ↓ ← →'], label: 'Select cells' },
  { keys: ['mod', 'A'], label: 'Select all cells' },
  { keys: ['mod', 'Space'], label: 'Select the column' },
  { keys: ['⇧', 'Space'], label: 'Choose the row' },
  { keys: ['mod', 'C'], label: 'Copy the cells' },
  { keys: ['mod', 'V'], label: 'Paste into the cells' },
  { keys: ['mod', 'D'], label: 'Fill down' },
  { keys: ['mod', 'R'], label: 'Fill to the right' },
  { keys: ['Del'], label: 'Empty the cells' },
  { keys: ['Alt', 'N E D'], label: 'In a cell: NULL, empty, the default' },
  { keys: ['mod', 'S'], label: 'Save the changes' },
  { keys: ['mod', 'Z'], label: 'Undo a change' },
  { keys: ['⇧', 'mod', 'Z'], label: 'Redo it' },
  { keys: ['mod', 'F'], label: 'Find in the loaded rows' },
  { keys: ['Ctrl', 'G'], label: 'Go to a row by its number' },
  { keys: ['F6'], label: 'Go on to the filters, the rows, the changes' },
  { keys: ['mod', 'Home'], label: 'Go to the first row' },
  { keys: ['mod', 'End'], label: 'Go to the last row' },
  { keys: ['Alt', '← →'], label: 'On a column’s head: move the column' },
  { keys: ['mod', '← →'], label: 'On a column’s head: change its width' },
] as const
