import { useEffect, useState } from 'react'
import type { CellModel, DataColumn } from '../cell-model.ts'
import { type Found, findCellsInSteps } from './find-cells.ts'

/** A search gives the page back after this, in milliseconds, and goes on in the next task. */
const stepMs = 8

const nothing: Found = { points: [], rows: 0, isCapped: false }

/** The cells with a text, looked for in steps between which the page answers; what was found before stays until then. */
export function useFound<Row, Column extends DataColumn>(
  model: CellModel<Row, Column>,
  sought: string,
): { readonly found: Found; readonly isSearching: boolean } {
  const { rows, columns, isHere, shown } = model
  const [state, setState] = useState<{ readonly sought: string; readonly rows: unknown; readonly found: Found }>({
    sought,
    rows: null,
    found: nothing,
  })
  useEffect(() => {
    const steps = findCellsInSteps({ rows, columns, isHere, shown }, sought)
    const channel = new MessageChannel()
    const step = () => {
      const until = performance.now() + stepMs
      for (;;) {
        const { done, value } = steps.next()
        if (done === true) return setState({ sought, rows, found: value })
        if (performance.now() > until) return channel.port2.postMessage(null)
      }
    }
    channel.port1.addEventListener('message', step)
    channel.port1.start()
    channel.port2.postMessage(null)
    return () => channel.port1.close()
  }, [rows, columns, isHere, shown, sought])
  return { found: state.found, isSearching: state.sought !== sought || state.rows !== rows }
}
