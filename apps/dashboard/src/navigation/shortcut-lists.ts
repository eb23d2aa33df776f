/** Keys that work everywhere; `mod` is ⌘ or Ctrl. */
export const generalShortcuts = [
  { keys: ['mod', 'K'], label: 'Open the command menu' },
  { keys: ['?'], label: 'Show the keyboard shortcuts' },
  { keys: ['Esc'], label: 'Close a dialog or panel' },
  { keys: ['↑', '↓'], label: 'Move in lists and menus' },
  { keys: ['mod', '\\'], label: 'Open or close the editor panel' },
  { keys: ['mod', '↵'], label: 'Run the SQL or the selection' },
  { keys: ['mod', 'Alt', 'T'], label: 'New SQL snippet' },
] as const

/** Keys that work while the focus is in the rows of a table. */
export const tableShortcuts = [
  { keys: ['↵'], label: 'Edit or open the cell' },
  { keys: ['⇧', '↑ ↓ ← →'], label: 'Select cells' },
  { keys: ['mod', 'A'], label: 'Select all cells' },
  { keys: ['mod', 'Space'], label: 'Select the column' },
  { keys: ['⇧', 'Space'], label: 'Select the row' },
  { keys: ['mod', 'C'], label: 'Copy cells' },
  { keys: ['mod', 'V'], label: 'Paste cells' },
  { keys: ['mod', 'D'], label: 'Fill down' },
  { keys: ['mod', 'R'], label: 'Fill right' },
  { keys: ['Del'], label: 'Clear cells' },
  { keys: ['Alt', 'N E D'], label: 'In a cell: NULL, empty, default' },
  { keys: ['mod', 'S'], label: 'Save changes' },
  { keys: ['mod', 'Z'], label: 'Undo' },
  { keys: ['⇧', 'mod', 'Z'], label: 'Redo' },
  { keys: ['mod', 'F'], label: 'Find in the loaded rows' },
  { keys: ['Ctrl', 'G'], label: 'Go to a row number' },
  { keys: ['F6'], label: 'Move to the filters, rows or changes' },
  { keys: ['mod', 'Home'], label: 'Go to the first row' },
  { keys: ['mod', 'End'], label: 'Go to the last row' },
  { keys: ['Alt', '← →'], label: 'On a column header: move the column' },
  { keys: ['mod', '← →'], label: 'On a column header: resize the column' },
] as const
