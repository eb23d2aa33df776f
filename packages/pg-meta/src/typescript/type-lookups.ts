/** Lookups that clients know: a name of the default schema, or a schema and a name of it. */
const lookups: readonly { readonly name: string; readonly sections: readonly string[]; readonly part: string | null }[] = [
  { name: 'Tables', sections: ['Tables', 'Views'], part: 'Row' },
  { name: 'TablesInsert', sections: ['Tables'], part: 'Insert' },
  { name: 'TablesUpdate', sections: ['Tables'], part: 'Update' },
  { name: 'Enums', sections: ['Enums'], part: null },
  { name: 'CompositeTypes', sections: ['CompositeTypes'], part: null },
]

/** `Tables<'name'>`, `Tables<{ schema: 'other' }, 'name'>` and the like; `public` is the default schema when it is among them. */
export function typeLookups(schemas: readonly string[]): string {
  const first = schemas.includes('public') ? 'public' : schemas[0]
  if (first === undefined) return ''
  return [`type DefaultSchema = Database[${JSON.stringify(first)}]\n`, ...lookups.map(lookup)].join('\n')
}

function lookup({ name, sections, part }: (typeof lookups)[number]): string {
  const within = (schema: string): string => sections.map((section) => `${schema}[${JSON.stringify(section)}]`).join(' & ')
  const found = (schema: string, key: string): string =>
    part === null
      ? `${within(schema)}[${key}]`
      : `(${within(schema)})[${key}] extends { ${part}: infer Found }
    ? Found
    : never`
  const chosen = 'Database[NameOrSchema["schema"]]'
  return `export type ${name}<
  NameOrSchema extends keyof (${within('DefaultSchema')}) | { schema: keyof Database },
  Name extends NameOrSchema extends { schema: keyof Database } ? keyof (${within(chosen)}) : never = never,
> = NameOrSchema extends { schema: keyof Database }
  ? ${found(chosen, 'Name')}
  : NameOrSchema extends keyof (${within('DefaultSchema')})
  ? ${found('DefaultSchema', 'NameOrSchema')}
  : never
`
}
