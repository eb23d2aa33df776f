/** Lets the browser save what stands at an address. */
export function followDownload(url: string, fileName: string): void {
  const link = document.createElement('a')
  link.href = url
  link.download = fileName
  document.body.append(link)
  link.click()
  link.remove()
}

/** Lets the browser save a file that the page has made. */
export function saveBlob(blob: Blob, fileName: string): void {
  const url = URL.createObjectURL(blob)
  followDownload(url, fileName)
  // the browser reads it after the click
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

/** Work of one turn: longer would keep clicks waiting. */
const turnMs = 12

/**
 * Builds a file part by part, and yields to other work in between; `isWanted` is checked each time. Resolves with null once it's not
 * wanted.
 */
export async function blobOfParts(parts: Iterable<string>, type: string, isWanted: () => boolean = () => true): Promise<Blob | null> {
  const blobs: Blob[] = []
  let texts: string[] = []
  let since = performance.now()
  for (const part of parts) {
    texts.push(part)
    if (performance.now() - since < turnMs) continue
    blobs.push(new Blob(texts))
    texts = []
    await new Promise((resolve) => setTimeout(resolve))
    if (!isWanted()) return null
    since = performance.now()
  }
  return new Blob([...blobs, ...texts], { type })
}
