export const guessTypeText = {
  decimalComma: 'Decimal commas. To read them as numbers, choose the number format above',
  ambiguousComma: 'Commas as thousands or decimal separators. Choose the number format above',
  leadingZeros: 'Keeps leading zeros',
  otherNumbers: 'A number type would change how values are written, such as 0.5 for .5. Choose one if that’s fine',
  singleLetter: 'Single letters may not mean true or false',
  mixedTimes: 'Times are written in several ways, which a time type wouldn’t keep. Choose one if that’s fine',
  ambiguousDates: 'Day and month are ambiguous, so dates stay text. Choose which comes first above',
} as const

export const namesText = {
  reserved: (name: string) => `“${name}” is reserved by Postgres`,
  duplicate: (name: string) => `“${name}” is in the file more than once`,
  unnamed: 'has no name in the file',
  tooLong: 'is longer than 63 bytes in the file',
} as const

export const readValueText = {
  invalidDate: (part: string) => `Not a date with the ${part} first`,
  invalidNumber: (isComma: boolean) => `Not a number with a decimal ${isComma ? 'comma' : 'point'}`,
} as const
