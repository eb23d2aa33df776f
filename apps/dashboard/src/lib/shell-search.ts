import { z } from 'zod'

/** `?name`, `?name=true` and `?name=false`; anything else is as if it were not there. */
const Switch = z
  .union([z.boolean(), z.stringbool({ truthy: ['true', '1', ''], falsy: ['false', '0'] })])
  .optional()
  .catch(undefined)

/** What the shell reads from every address, whatever page it is (spec §2). */
export const ShellSearch = z.object({
  /** The Connect dialog is open. */
  showConnect: Switch,
})
