/** A program that prints more than this in a second waits for the next one. */
const bytesPerSecond = 2 * 1024 * 1024

/** Cuts a stream of text into lines of a bounded length: what is longer goes on as lines of its own. */
export function readLines(stream: NodeJS.ReadableStream, longest: number, hear: (line: string) => void): void {
  let rest = ''
  stream.setEncoding('utf8')
  let [second, bytes] = [0, 0]
  stream.on('data', (text: string) => {
    const now = Math.floor(performance.now() / 1_000)
    if (now !== second) [second, bytes] = [now, 0]
    bytes += text.length
    if (bytes > bytesPerSecond) {
      stream.pause()
      setTimeout(() => stream.resume(), 1_000 - (performance.now() % 1_000)).unref()
    }
    const lines = (rest + text).split('\n')
    rest = lines.pop()!
    for (const line of lines) hear(line)
    while (rest.length > longest) {
      hear(rest.slice(0, longest))
      rest = rest.slice(longest)
    }
  })
  stream.on('end', () => {
    if (rest !== '') hear(rest)
  })
  // what broke has ended
  stream.on('error', () => {})
}
