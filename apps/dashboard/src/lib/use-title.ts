import { useEffect } from 'react'

/** The document's title while a page is shown: "Projects · Acme · Colonnade". */
export function useTitle(...parts: readonly string[]): void {
  const title = [...parts, 'Colonnade'].join(' · ')
  useEffect(() => {
    document.title = title
  }, [title])
}
