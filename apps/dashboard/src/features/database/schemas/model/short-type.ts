/** The long names of the standard, and what everybody writes in their place. Types of people's own are quoted where they are called so. */
const names: readonly (readonly [long: RegExp, short: string])[] = [
  [/^character varying/, 'varchar'],
  [/^character(?=$|[([])/, 'char'],
  [/^(timestamp|time)(\(\d\))? with time zone/, '$1tz$2'],
  [/^(timestamp|time)(\(\d\))? without time zone/, '$1$2'],
  [/^bit varying/, 'varbit'],
  [/^double precision/, 'float8'],
]

/** A type as there is room for it in a diagram: "varchar(160)", "timestamptz[]". Postgres reads it as the same type. */
export function shortType(type: string): string {
  const name = names.find(([long]) => long.test(type))
  return name === undefined ? type : type.replace(...name)
}
