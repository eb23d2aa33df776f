import { useState } from 'react'
import { keep, readKept } from '../kept.ts'

/** Returns one of a few choices, which the browser remembers under `key`, and a function that chooses. */
export function useKeptChoice<Id extends string>(key: string, ids: readonly Id[]): readonly [Id, (id: Id) => void] {
  const [chosen, setChosen] = useState(() => ids.find((id) => id === readKept(key)) ?? ids[0]!)
  const choose = (id: Id) => {
    setChosen(id)
    keep(key, id)
  }
  return [chosen, choose]
}
