import { useEffect, useRef, useState } from 'react'

/** How long after the last key the address is written, in milliseconds: browsers refuse to have it changed at every key. */
const writeDelayMs = 200

/** The text of a search box whose words are kept in the address: what is typed shows and works at once, and the address follows. */
export function useSearchText(kept: string | undefined, onKeep: (text: string | undefined) => void): [string, (text: string) => void] {
  const [text, setText] = useState(kept ?? '')
  const [seen, setSeen] = useState(kept)
  const [written, setWritten] = useState(kept)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  // called when the text is written, so that later changes of the URL, such as the order, stay
  const latest = useRef(onKeep)
  useEffect(() => {
    latest.current = onKeep
  })
  if (kept !== seen) {
    setSeen(kept)
    // somebody else changed the address: the Back button, a link
    if (kept !== written) setText(kept ?? '')
  }
  useEffect(() => () => clearTimeout(timer.current), [])
  return [
    text,
    (next) => {
      setText(next)
      clearTimeout(timer.current)
      timer.current = setTimeout(() => {
        const words = next.trim() === '' ? undefined : next.trim()
        setWritten(words)
        latest.current(words)
      }, writeDelayMs)
    },
  ]
}
