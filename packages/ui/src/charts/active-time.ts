import { useId, useSyncExternalStore } from 'react'

type Listener = () => void

interface Place {
  time: number | null
  readonly listeners: Set<Listener>
}

const places = new Map<string, Place>()

function placeOf(key: string): Place {
  const known = places.get(key)
  if (known) return known
  const place: Place = { time: null, listeners: new Set() }
  places.set(key, place)
  return place
}

/** The time that is pointed at. Charts with the same key share it, so that pointing at one reads them all. */
export function useActiveTime(key: string | undefined): readonly [number | null, (time: number | null) => void] {
  const own = useId()
  const name = key ?? own
  const time = useSyncExternalStore(
    (listener) => {
      placeOf(name).listeners.add(listener)
      return () => {
        const { listeners } = placeOf(name)
        listeners.delete(listener)
        if (listeners.size === 0) places.delete(name)
      }
    },
    () => places.get(name)?.time ?? null,
  )
  const set = (next: number | null) => {
    const place = placeOf(name)
    if (place.time === next) return
    place.time = next
    for (const listener of place.listeners) listener()
  }
  return [time, set]
}
