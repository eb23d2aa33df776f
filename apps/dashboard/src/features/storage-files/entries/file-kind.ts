/** The kinds of preview. */
export type PreviewKind = 'image' | 'audio' | 'video' | 'pdf' | 'csv' | 'json' | 'text' | 'none'

const textTypes = /^(text\/|application\/(xml|javascript|typescript|sql|toml|yaml|x-yaml|x-sh|x-ndjson|graphql|markdown)\b)|\+xml\b/i
const textEndings =
  /\.(txt|md|markdown|log|ya?ml|toml|ini|conf|env|sql|sh|py|rb|go|rs|c|h|cpp|java|kt|swift|tsx?|jsx?|mjs|css|html?|xml|svg|ndjson|jsonl)$/i

/** Returns the preview kind by content type, or else by name. */
export function previewKindOf({ type, name }: { readonly type: string; readonly name: string }): PreviewKind {
  const plain = type.split(';')[0]!.trim().toLowerCase()
  if (plain.startsWith('image/')) return 'image'
  if (plain.startsWith('audio/')) return 'audio'
  if (plain.startsWith('video/')) return 'video'
  if (plain === 'application/pdf') return 'pdf'
  if (plain === 'text/csv' || plain === 'text/tab-separated-values' || /\.(csv|tsv)$/i.test(name)) return 'csv'
  if (plain === 'application/json' || plain.endsWith('+json') || /\.json$/i.test(name)) return 'json'
  return textTypes.test(plain) || textEndings.test(name) ? 'text' : 'none'
}
