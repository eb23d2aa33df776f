/** Quotes a value of an ADO.NET connection string if needed: in double quotes, with inner ones doubled. */
export function adoValue(text: string): string {
  return text === '' || /[;"'=\s]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** A text in single quotes, in PHP. */
export function phpText(text: string): string {
  return `'${text.replace(/['\\]/g, String.raw`\$&`)}'`
}

/** A value of a libpq keyword string, which is what a PDO name is once its semicolons are spaces. */
export function keywordValue(text: string): string {
  return text !== '' && /^[^\s'\\;]+$/.test(text) ? text : `'${text.replace(/['\\]/g, String.raw`\$&`)}'`
}
