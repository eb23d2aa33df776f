import { Fragment, ident, sql } from '@colonnade/sql'
import { execute, type RuntimeName } from './block.ts'

/** What stands in the statements of a change: a name that is known, or one that is found when the text runs. */
export type Hole = Fragment | RuntimeName

/** How the statements of a change are written: within a block, or plainly, as a person would. */
export interface Writer {
  readonly run: (strings: TemplateStringsArray, ...holes: readonly Hole[]) => Fragment
  /** What is left out where it is so already. Who writes plainly knows that it is not. */
  readonly unless: (current: Fragment, value: string, work: Fragment) => Fragment
  /** The same of a move to a schema. */
  readonly move: (schema: string, work: Fragment) => Fragment
  /** The schema in which an object is then. */
  readonly moved: (from: Hole, to: string | undefined) => Hole
}

export const inBlock: Writer = {
  run: execute,
  unless: (current, value, work) => sql`if ${current} <> ${value} then ${work} end if;`,
  move: (schema, work) => sql`if target.schema <> ${schema} then\n${work}\ntarget.schema := ${schema};\nend if;`,
  moved: (from) => from,
}

export const plainly: Writer = {
  run: (strings, ...holes) => sql`${sql(strings, ...holes.map(knownName))};`,
  unless: (_, __, work) => work,
  move: (_, work) => work,
  moved: (from, to) => (to === undefined ? from : ident(to)),
}

function knownName(hole: Hole): Fragment {
  if (hole instanceof Fragment) return hole
  throw new Error('A name that is known only when the text runs has no place in a plain statement')
}
