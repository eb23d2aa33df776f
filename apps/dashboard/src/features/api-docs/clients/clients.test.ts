import { parseSync } from 'vite'
import { describe, expect, test } from 'vitest'
import type { Target } from '../examples/call.ts'
import { functionExamples } from '../examples/function-examples.ts'
import { type DocumentedRelation, type Example, readOnlyNote, relationExamples } from '../examples/relation-examples.ts'
import { noKeyText, noWriteText } from '../messages.ts'
import type { DocumentedColumn } from '../examples/documented-column.ts'
import { clients } from './clients.ts'

const target: Target = { url: 'https://abc.example.com', anonKey: 'sb_publishable_x', schema: null }
const column = (name: string, type = 'text', changes: Partial<DocumentedColumn> = {}): DocumentedColumn => ({
  name,
  type,
  is_nullable: true,
  default: null,
  generated: null,
  is_key: false,
  comment: null,
  labels: [],
  ...changes,
})
const key = { is_key: true, is_nullable: false } as const
const relation = (changes: Partial<DocumentedRelation> = {}): DocumentedRelation => ({
  schema: 'public',
  name: 'films',
  is_insertable: true,
  is_updatable: true,
  is_deletable: true,
  columns: [column('id', 'bigint', { ...key, generated: 'identity' }), column('title', 'text', { is_nullable: false }), column('year', 'integer')],
  references: [],
  isView: false,
  ...changes,
})
const reference = (constraint: string, other: string, isIncoming: boolean, schema = 'public') => ({
  constraint,
  other,
  other_schema: schema,
  columns: ['a'],
  other_columns: ['id'],
  is_incoming: isIncoming,
})
const write = (id: string, examples: readonly Example[], title: string, at = target) =>
  clients.find((client) => client.id === id)!.write(examples.find((example) => example.title === title)!.call, at)
const js = (of: DocumentedRelation, title: string, at = target) => write('supabase-js', relationExamples(of), title, at)
const sh = (of: DocumentedRelation, title: string, at = target) => write('curl', relationExamples(of), title, at)
const titles = (of: DocumentedRelation) => relationExamples(of).map(({ title }) => title)

const hostile = relation({
  name: `a/b 'c"?`,
  columns: [column('x.y', 'integer', key), column(`it's "so"`, 'text', { is_nullable: false }), column('1', 'jsonb')],
})

describe('examples of a table', () => {
  test('go from reading to deleting', () => {
    expect(titles(relation())).toEqual([
      'Read rows',
      'Read some columns',
      'Filter, sort and limit',
      'Read rows and count all',
      'Insert a row',
      'Insert several rows',
      'Upsert a row',
      'Update rows',
      'Delete rows',
    ])
  })

  test('in supabase-js', () => {
    expect(js(relation(), 'Filter, sort and limit')).toBe(`const { data, error } = await supabase
  .from('films')
  .select()
  .ilike('title', '%example%')
  .order('id')
  .limit(10)`)
    expect(js(relation(), 'Read rows and count all')).toBe(`const { data, count, error } = await supabase
  .from('films')
  .select('*', { count: 'exact' })
  .limit(10)`)
    expect(js(relation(), 'Insert a row')).toBe(`const { data, error } = await supabase
  .from('films')
  .insert({
    title: 'example',
    year: 1,
  })
  .select()`)
    expect(js(relation(), 'Update rows')).toContain(".update({ title: 'example' })\n  .eq('id', 1)")
  })

  test('in cURL', () => {
    expect(sh(relation(), 'Filter, sort and limit'))
      .toBe(`curl 'https://abc.example.com/rest/v1/films?select=*&title=ilike.*example*&order=id&limit=10' \\
  -H 'apikey: sb_publishable_x'`)
    expect(sh(relation(), 'Read rows and count all')).toBe(`curl -i 'https://abc.example.com/rest/v1/films?select=*&limit=10' \\
  -H 'apikey: sb_publishable_x' \\
  -H 'Prefer: count=exact'`)
    expect(sh(relation(), 'Upsert a row')).toBe(`curl -X POST 'https://abc.example.com/rest/v1/films?on_conflict=id' \\
  -H 'apikey: sb_publishable_x' \\
  -H 'Content-Type: application/json' \\
  -H 'Prefer: resolution=merge-duplicates,return=representation' \\
  -d '{"id":1,"title":"example","year":1}'`)
    expect(sh(relation(), 'Delete rows')).toContain(`curl -X DELETE 'https://abc.example.com/rest/v1/films?id=eq.1'`)
  })

  test('name every column of a composite key', () => {
    const of = relation({ columns: [column('order_id', 'bigint', key), column('line', 'integer', key), column('note')] })
    expect(js(of, 'Delete rows')).toContain(".eq('order_id', 1)\n  .eq('line', 1)")
    expect(js(of, 'Upsert a row')).toContain("{ onConflict: 'order_id,line' }")
    expect(sh(of, 'Update rows')).toContain('?order_id=eq.1&line=eq.1')
  })

  test('quote names that have separators, and encode them in paths', () => {
    expect(js(hostile, 'Read rows')).toContain(`.from('a%2Fb%20\\'c%22%3F')`)
    expect(js(hostile, 'Read some columns')).toContain(String.raw`.select('"x.y","it\'s \\"so\\"","1"')`)
    expect(js(hostile, 'Delete rows')).toContain(`.eq('"x.y"', 1)`)
    expect(js(hostile, 'Insert a row')).toContain(String.raw`'it\'s "so"': 'example'`)
    expect(sh(hostile, 'Delete rows')).toContain(String.raw`'https://abc.example.com/rest/v1/a%2Fb%20'\''c%22%3F?%22x.y%22=eq.1'`)
    expect(sh(hostile, 'Insert a row')).toContain(String.raw`-d '{"x.y":1,"it'\''s \"so\"":"example","1":{"key":"value"}}'`)
  })

  test('are code that parses, for any name', () => {
    for (const { call } of [...relationExamples(hostile), ...relationExamples(relation())]) {
      const text = clients[0].write(call, { ...target, schema: "it's" })!
      expect(parseSync('example.ts', text).errors, text).toEqual([])
    }
  })

  test('name a schema that is not the default', () => {
    const at = { ...target, schema: 'shop' }
    expect(js(relation(), 'Read rows', at)).toContain("await supabase\n  .schema('shop')\n  .from('films')")
    expect(sh(relation(), 'Read rows', at)).toContain("-H 'Accept-Profile: shop'")
    expect(sh(relation(), 'Delete rows', at)).toContain("-H 'Content-Profile: shop'")
  })
})

describe('embeddings', () => {
  const selectsOf = (references: DocumentedRelation['references']) =>
    relationExamples(relation({ name: 'orders', references })).flatMap(({ id, call }) =>
      id.startsWith('embed') && call.kind === 'select' ? [call.columns] : [],
    )

  test('follow foreign keys both ways, within the schema', () => {
    expect(selectsOf([reference('f', 'customers', false), reference('g', 'order items', true), reference('h', 'users', false, 'auth')])).toEqual([
      '*,customers(*)',
      '*,"order items"(*)',
    ])
  })

  test('name the key where two lead to the same table', () => {
    expect(selectsOf([reference('billing', 'addresses', false), reference('ship to', 'addresses', false)])).toEqual([
      '*,addresses!billing(*)',
      '*,addresses!"ship to"(*)',
    ])
  })

  test('of a table that refers to itself: the key means the one row, the name the many', () => {
    expect(selectsOf([reference('parent', 'orders', false), reference('parent', 'orders', true)])).toEqual(['*,parent(*)', '*,orders(*)'])
  })
})

describe('examples of views', () => {
  test('that have no key filter by a column, say so, and leave upsert out', () => {
    const of = relation({ columns: [column('name'), column('total', 'numeric')] })
    expect(titles(of)).not.toContain('Upsert a row')
    expect(js(of, 'Delete rows')).toContain(".eq('name', 'example')")
    expect(relationExamples(of).find(({ title }) => title === 'Delete rows')!.note).toBe(noKeyText)
    expect(readOnlyNote(of)).toBeUndefined()
  })

  test('that are read-only have reads alone', () => {
    const of = relation({ is_insertable: false, is_updatable: false, is_deletable: false })
    expect(titles(of)).toEqual(['Read rows', 'Read some columns', 'Filter, sort and limit', 'Read rows and count all'])
    expect(readOnlyNote(of)).toBe(noWriteText)
  })

  test('of a relation without columns still read it', () => {
    expect(titles(relation({ columns: [] }))).toEqual(['Read rows', 'Read rows and count all'])
  })
})

describe('calls of functions', () => {
  const argument = (name: string, type: string, changes = {}) => ({ name, type, has_default: false, is_variadic: false, ...changes })
  const call = (id: string, args: Parameters<typeof functionExamples>[0]['arguments'], title = 'Call') =>
    write(id, functionExamples({ name: 'add', arguments: args }), title)

  test('pass the arguments they need, or all', () => {
    const args = [argument('a', 'integer'), argument('list', 'text[]', { has_default: true })]
    expect(call('supabase-js', args)).toBe("const { data, error } = await supabase.rpc('add', { a: 1 })")
    expect(call('supabase-js', args, 'Call with all arguments')).toContain("  list: ['example'],")
    expect(call('curl', args)).toContain(`-d '{"a":1}'`)
    expect(call('supabase-js', [])).toBe("const { data, error } = await supabase.rpc('add')")
    expect(call('curl', [])).toContain(`-X POST https://abc.example.com/rest/v1/rpc/add`)
  })

  test('send the body to a single unnamed argument', () => {
    expect(call('supabase-js', [argument('', 'jsonb')])).toContain(".rpc('add', { key: 'value' })")
    expect(call('supabase-js', [argument('', 'text')])).toBeNull()
    expect(call('curl', [argument('', 'text')])).toContain("-H 'Content-Type: text/plain' \\\n  -d example")
  })
})
