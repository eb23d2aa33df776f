import type { Entity } from '@colonnade/pg-meta'
import { useEffect, useEffectEvent } from 'react'
import { importRuns } from './import-run.ts'

/** Calls when an import into a relation has brought rows. */
export function useRowsImported(projectRef: string, { schema, name }: Pick<Entity, 'schema' | 'name'>, onRows: () => void): void {
  const tell = useEffectEvent(onRows)
  useEffect(
    () =>
      importRuns.onEnd(({ order, state }) => {
        const isHere = order.projectRef === projectRef && order.plan.schema === schema && order.plan.table === name
        if (state.kind === 'done' && isHere) tell()
      }),
    [projectRef, schema, name],
  )
}
