import { useState } from 'react'

/**
 * A thing of a list, also after it is gone from the list, for as long as the address asks for it: a form goes on with it when somebody else
 * drops it, so that what was written is not lost. Null when it was never there.
 *
 * @param asked what the address asks for
 * @param now what the list has of it
 */
export function useLastThere<Thing>(asked: string | undefined, now: Thing | null): Thing | null {
  const [known, setKnown] = useState({ asked, thing: now })
  if (known.asked !== asked || (known.thing === null && now !== null)) setKnown({ asked, thing: now })
  return now ?? (known.asked === asked ? known.thing : null)
}
