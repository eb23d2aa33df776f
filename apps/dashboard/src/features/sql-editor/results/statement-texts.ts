import { useEffect, useState } from 'react'
import { whenIdle } from '../../../lib/late/when-idle.ts'
import { statementAnalyzer } from '../../../lib/sql-text/statement-analyzer.ts'
import { afterRunMs } from '../limits.ts'
import type { RanStatement } from './outcome.ts'

const none: readonly RanStatement[] = []

/** Returns the statements of a text that runs, in order; none until they are known, or when the text can't be understood. */
export function useRanStatements(text: string): readonly RanStatement[] {
  const [found, setFound] = useState<{ readonly of: string; readonly statements: readonly RanStatement[] }>({ of: '', statements: none })
  useEffect(() => {
    let isLeft = false
    const find = async () => {
      const analysis = await statementAnalyzer().analyze(text)
      if (isLeft || analysis.kind !== 'statements') return
      const statements = analysis.statements.map(({ start, end, classification }) => ({ text: text.slice(start, end).trim(), classification }))
      setFound({ of: text, statements })
    }
    // only names are missing until then, and when it fails; what was answered is drawn first
    const stopWaiting = whenIdle(() => void find().catch(() => {}), afterRunMs)
    return () => {
      isLeft = true
      stopWaiting()
    }
  }, [text])
  return found.of === text ? found.statements : none
}

const shownCharacters = 120

/** A statement on one line, for a heading; without comments before it. */
export function statementWords(text: string): string {
  const bare = text.replace(/^(?:\s*(?:--[^\n]*(?:\n|$)|\/\*[\s\S]*?\*\/))+/, '').trim()
  const line = bare.slice(0, 4 * shownCharacters).replaceAll(/\s+/g, ' ')
  return line.length > shownCharacters ? `${line.slice(0, shownCharacters)}…` : line
}
