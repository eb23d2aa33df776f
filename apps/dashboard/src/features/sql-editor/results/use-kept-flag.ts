import { useState } from 'react'
import { keep, readKept } from '../../../lib/kept.ts'

/** A choice that the browser remembers; off at first. */
export function useKeptFlag(key: string): readonly [boolean, (isOn: boolean) => void] {
  const [isOn, setIsOn] = useState(() => readKept(key) === 'on')
  return [
    isOn,
    (next) => {
      setIsOn(next)
      keep(key, next ? 'on' : 'off')
    },
  ]
}
