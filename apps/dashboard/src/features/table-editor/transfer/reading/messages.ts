export const jsonObjectsText = {
  oneObject: 'This is a single JSON object, not an array of objects. Put it in brackets: [ … ]',
  oneObjectWithRows: (name: string) =>
    `This is a single JSON object with its rows in ${name}. Extract the array first: jq '.[${name}]' file.json > rows.json. To import the object as one row, put it in brackets: [ … ]`,
  truncated: 'The file is truncated: it ends in the middle of a value',
  memberName: (found: string) => `Expected a member name in quotes, not ${found}`,
  ownLine: 'Each row must be on a single line',
  separateLine: 'Each row must be on its own line',
  notObject: (found: string) => `Each row must be an object in braces, not ${found}`,
  fieldName: (found: string) => `Expected a field name in quotes, not ${found}`,
  notJson: (value: string) => `This isn’t a JSON value: ${value}`,
  expected: (expected: string, found: string) => `Expected ${expected}, not ${found}`,
} as const

export const notTextCopy = {
  sheetOrArchive: 'Save the sheet as CSV, or unpack the archive, and choose that file.',
  saveAsCsv: 'Save the sheet as CSV and choose that file.',
  unpack: 'Unpack it and choose that file.',
  exportAsText: 'Convert it to CSV or NDJSON and choose that file.',

  exportTables: 'Export its tables as CSV and choose that file.',
  restorePgRestore: 'Restore it with pg_restore.',
  chooseOther: 'Choose a CSV, TSV, JSON or NDJSON file.',
} as const

export const sampleText = {
  unknownEncoding: 'This file isn’t Unicode and doesn’t name its encoding. Choose the one that looks right.',
  fileEmpty: 'The file is empty',
  nul: (line: number) => `Line ${line} contains a NUL character, which Postgres can’t store. Check the encoding.`,
  invalidCharacter: (line: number) => `Line ${line} contains bytes that aren’t valid in this encoding. Choose another one.`,
  onlyHeader: 'The file has a header but no rows',
  lineHasQuote: (value: number) => `Line ${value} has a quote`,
  linesHaveQuote: (count: number, line: number) => `${count} of the first lines (starting with line ${line}) have a quote`,
  lineHasQuotes: (value: number) => `Line ${value} has quotes`,
  linesHaveQuotes: (count: number, line: number) => `${count} of the first lines (starting with line ${line}) have quotes`,
  quoteInside: (lines: string) =>
    `${lines} inside a value, which won’t be imported. To keep them, put the value in quotes and double each quote inside it.`,
  lineHas: (line: number) => `Line ${line} has`,
  rowsHave: (count: number, width: number, line: number) => `${count} of the first rows don’t have ${width} values: line ${line} has`,
  lineProblem: (line: number, text: string) => `Line ${line}: ${text}`,
  noRows: 'The file has no rows',
  oddQuote: (lines: string) =>
    `${lines} that opens or closes within a value, or is never closed. These lines are invalid rows; the others are read without them.`,
  ragged: (lines: string, count: number, expected: number | null) =>
    `${lines} ${count} ${count === 1 ? 'value' : 'values'}${expected === null ? '' : ` instead of ${expected}`}. These are invalid rows.`,
  rowsMember: (member: string) =>
    `This file is one object. Its rows are in the member ${member}; other members are ignored. To import the object as one row, put it in brackets: [ … ]`,
} as const
