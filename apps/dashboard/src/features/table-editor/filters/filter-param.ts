import { z } from 'zod'

/** A condition as it stands in the address: column (or columns of a tuple), operator, value as text; lists for `in` and tuples. */
export const FilterParam = z.tuple([
  z.union([z.string(), z.array(z.string()).min(1)]),
  z.string(),
  z.union([z.string(), z.array(z.union([z.string(), z.array(z.string())]))]),
])
export type FilterParam = z.infer<typeof FilterParam>
