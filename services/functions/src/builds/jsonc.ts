/**
 * Reads JSON with comments and trailing commas, as Deno's configuration files have them.
 *
 * @throws SyntaxError
 */
export function parseJsonc(text: string): unknown {
  // a text is skipped as a whole, so that what looks like a comment in it stays
  const bare = text.replace(/"(?:[^"\\]|\\.)*"|\/\/[^\n]*|\/\*[\s\S]*?\*\//g, (part) => (part.startsWith('"') ? part : ' '))
  const strict = bare.replace(/"(?:[^"\\]|\\.)*"|,(?=\s*[}\]])/g, (part) => (part === ',' ? ' ' : part))
  return JSON.parse(strict.replace(/^\uFEFF/, ''))
}
