/** A relation in which columns of a table show: the table itself, or a view. */
export interface Showing {
  /** `relationKey` of the relation. */
  readonly relation: string
  readonly isView: boolean
  /** By the number of the table's column, the names under which it shows here, in order. */
  readonly columns: { get(number: number): readonly string[] | undefined }
}

/** Where tables show in exposed relations, by table. A table comes before the views of it. */
export type Showings = ReadonlyMap<number, readonly Showing[]>

/** A foreign key between tables of any schema, by the numbers of its columns. */
export interface ForeignKey {
  readonly name: string
  readonly from: number
  readonly to: number
  readonly columns: readonly number[]
  readonly toColumns: readonly number[]
  /** Its columns are exactly those of a primary key or of a unique constraint. */
  readonly isUnique: boolean
}

/** A view that shows a column many times over has more combinations than anyone can tell apart by a hint. */
const combinationsMax = 64

/** Names of the columns in a relation: each combination, where one shows more than once; none unless all show. */
export function namesOf({ columns }: Showing, numbers: readonly number[]): (readonly string[])[] {
  const [first = 0, ...others] = numbers
  const names = columns.get(first) ?? []
  let combinations: string[][] = names.map((name) => [name])
  for (const number of others) {
    const further = columns.get(number) ?? []
    combinations = combinations.flatMap((combination) => further.map((name) => [...combination, name])).slice(0, combinationsMax)
  }
  return combinations
}
