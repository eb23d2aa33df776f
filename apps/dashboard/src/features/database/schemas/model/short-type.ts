/** Long names of the SQL standard with their usual short ones. User-defined types with such names are quoted. */
const names: readonly (readonly [long: RegExp, short: string])[] = [
  [/^character varying/, 'varchar'],
  [/^character(?=$|[([])/, 'char'],
  [/^(timestamp|time)(\(\d\))? with time zone/, '$1tz$2'],
  [/^(timestamp|time)(\(\d\))? without time zone/, '$1$2'],
  [/^bit varying/, 'varbit'],
  [/^double precision/, 'float8'],
]

/** Returns a short name of the same type, to fit the diagram: "varchar(160)", "timestamptz[]". */
export function shortType(type: string): string {
  const name = names.find(([long]) => long.test(type))
  return name === undefined ? type : type.replace(...name)
}
