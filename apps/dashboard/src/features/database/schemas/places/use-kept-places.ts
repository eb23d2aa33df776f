import type { DiagramPlace } from '@colonnade/contracts/data/diagrams'
import { toast } from '@colonnade/ui'
import { queryOptions, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { messageOf } from '../../../../lib/error-notice.tsx'
import { dataApi } from '../../../../scope/data-client.ts'
import { keyOf } from '../../../../scope/keys/keys.ts'
import type { Grouping } from '../model/groups.ts'
import { mergeKept } from './kept-places.ts'
import { keptPlacesText } from './messages.ts'

/** Saved table positions of a diagram, by grouping: as of when it opened, plus your own moves since. */
export const keptPlacesQuery = (ref: string, schema: string, grouping: Grouping) =>
  queryOptions({
    queryKey: keyOf('/platform/projects/{ref}/diagrams', { ref }, { schema, grouping }),
    queryFn: async ({ signal }): Promise<readonly DiagramPlace[]> =>
      (await dataApi.diagrams.retrieve({ params: { ref }, query: { schema, grouping }, signal })).places,
    staleTime: Infinity,
    gcTime: 0,
  })

/** Saves table positions for everyone in the project. */
export interface PlaceKeeper {
  readonly keep: (places: readonly DiagramPlace[]) => void
  /** Deletes all positions. Calls `onChanged` then, and when that is undone. */
  readonly forget: (onChanged: () => void) => Promise<void>
}

export function usePlaceKeeper(ref: string, schema: string, grouping: Grouping): PlaceKeeper {
  const client = useQueryClient()
  return useMemo(() => createKeeper(client, ref, schema, grouping), [client, ref, schema, grouping])
}

function createKeeper(client: QueryClient, ref: string, schema: string, grouping: Grouping): PlaceKeeper {
  const { queryKey } = keptPlacesQuery(ref, schema, grouping)
  let waiting: readonly DiagramPlace[] = []
  let sending: Promise<void> | null = null
  const send = async () => {
    try {
      // moves made during a save go with the next one
      while (waiting.length > 0) {
        const places = [...waiting]
        waiting = []
        await dataApi.diagrams.update({ params: { ref }, body: { schema, grouping, places } })
      }
    } catch (error) {
      toast.error(keptPlacesText.failed(messageOf(error)))
    } finally {
      sending = null
    }
  }
  const keep = (places: readonly DiagramPlace[]) => {
    client.setQueryData<readonly DiagramPlace[]>(queryKey, (kept = []) => mergeKept(kept, places))
    waiting = mergeKept(waiting, places)
    sending ??= send()
  }
  const forget = async (onChanged: () => void) => {
    const before = client.getQueryData<readonly DiagramPlace[]>(queryKey) ?? []
    waiting = []
    try {
      await sending
      await dataApi.diagrams.remove({ params: { ref }, query: { schema, grouping } })
    } catch (error) {
      return toast.error(messageOf(error))
    }
    client.setQueryData(queryKey, [])
    onChanged()
    const undo = () => {
      keep(before)
      onChanged()
    }
    toast.success(keptPlacesText.rearranged, { label: keptPlacesText.undo, onClick: undo })
  }
  return { keep, forget }
}
