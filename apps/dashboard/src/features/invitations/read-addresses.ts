/** Addresses out of what somebody typed or pasted: one a line, or with commas, semicolons or spaces between; "Ada <ada@example.com>" is its address. */
export function readAddresses(text: string): string[] {
  const parts = text.split(/[\n\r,;]+/).flatMap((part) => {
    const bracketed = /<([^<>]*)>/.exec(part)?.[1]
    return bracketed === undefined ? part.split(/\s+/) : [bracketed]
  })
  return [...new Set(parts.map((part) => part.trim()).filter((part) => part !== ''))]
}
