import { useEffect, useState } from 'react'

/** A value once it has stayed the same for so many milliseconds: what is typed or dragged is asked about when it rests. */
export function useSettled<Value>(value: Value, ms: number): Value {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms)
    return () => clearTimeout(timer)
  }, [value, ms])
  return settled
}
