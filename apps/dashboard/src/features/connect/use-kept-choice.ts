import { useState } from 'react'
import { keep, readKept } from '../../lib/kept.ts'

/** One of a few choices, which the browser remembers: whoever uses Python looks for Python again. */
export function useKeptChoice<Id extends string>(name: string, ids: readonly Id[]): readonly [Id, (id: Id) => void] {
  const key = `connect:${name}`
  const [chosen, setChosen] = useState(() => ids.find((id) => id === readKept(key)) ?? ids[0]!)
  const choose = (id: Id) => {
    setChosen(id)
    keep(key, id)
  }
  return [chosen, choose]
}
