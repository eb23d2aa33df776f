import { useEffect, useState } from 'react'
import { whenIdle } from '../../../lib/late/when-idle.ts'
import { statementAnalyzer } from '../../../lib/sql-text/statement-analyzer.ts'
import { afterRunMs } from '../limits.ts'

/** The statements of a text that runs, in their order; none until they are known, or when the text can't be understood. */
export function useStatementTexts(text: string): readonly string[] {
  const [found, setFound] = useState<{ readonly of: string; readonly texts: readonly string[] }>({ of: '', texts: [] })
  useEffect(() => {
    let isLeft = false
    const find = async () => {
      const analysis = await statementAnalyzer().analyze(text)
      if (isLeft || analysis.kind !== 'statements') return
      setFound({ of: text, texts: analysis.statements.map(({ start, end }) => text.slice(start, end).trim()) })
    }
    // only names are missing until then, and when it fails; what was answered is drawn first
    const stopWaiting = whenIdle(() => void find().catch(() => {}), afterRunMs)
    return () => {
      isLeft = true
      stopWaiting()
    }
  }, [text])
  return found.of === text ? found.texts : []
}

const shownCharacters = 120

/** A statement on one line, for a heading; without comments before it. */
export function statementWords(text: string): string {
  const bare = text.replace(/^(?:\s*(?:--[^\n]*(?:\n|$)|\/\*[\s\S]*?\*\/))+/, '').trim()
  const line = bare.slice(0, 4 * shownCharacters).replaceAll(/\s+/g, ' ')
  return line.length > shownCharacters ? `${line.slice(0, shownCharacters)}…` : line
}
