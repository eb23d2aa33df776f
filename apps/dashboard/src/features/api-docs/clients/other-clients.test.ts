import { describe, expect, test } from 'vitest'
import type { Call, Target } from '../examples/call.ts'
import { clients } from './clients.ts'

const target: Target = { url: 'https://abc.example.com', anonKey: 'sb_publishable_x', schema: null }
const select: Call = {
  kind: 'select',
  relation: 'films',
  columns: '*,directors(*)',
  filters: [
    { column: 'title', operator: 'ilike', value: '%example%' },
    { column: 'x.y', operator: 'is', value: null },
  ],
  order: 'id',
  limit: 10,
}
const row = [
  { name: 'cost $', value: "it's $5" },
  { name: 'is_shown', value: true },
  { name: 'tags', value: ['a'] },
]
const upsert: Call = { kind: 'upsert', relation: 'films', row, keys: ['a', 'b c'] }
const update: Call = {
  kind: 'update',
  relation: 'films',
  changes: [{ name: 'note', value: null }],
  filters: [{ column: 'id', operator: 'eq', value: 1 }],
}
const rpc: Call = { kind: 'rpc', name: 'add', args: { kind: 'named', fields: [{ name: 'a', value: 1 }] } }
const write = (id: string, call: Call, at = target) => clients.find((client) => client.id === id)!.write(call, at)

describe('examples', () => {
  test('in Python', () => {
    expect(write('python', select)).toBe(`response = (
    supabase
    .table("films")
    .select("*,directors(*)")
    .ilike("title", "%example%")
    .is_("\\"x.y\\"", "null")
    .order("id")
    .limit(10)
    .execute()
)`)
    expect(write('python', upsert)).toContain(`.upsert({
        "cost $": "it's $5",
        "is_shown": True,
        "tags": ["a"],
    }, on_conflict="a,\\"b c\\"")`)
    expect(write('python', update)).toContain('.update({"note": None})')
    expect(write('python', rpc)).toContain('.rpc("add", {"a": 1})')
  })

  test('in Dart, where a dollar sign is escaped', () => {
    expect(write('dart', select)).toBe(`final data = await supabase
    .from('films')
    .select('*,directors(*)')
    .ilike('title', '%example%')
    .isFilter('"x.y"', null)
    .order('id', ascending: true)
    .limit(10);`)
    expect(write('dart', upsert)).toContain(String.raw`'cost \$': 'it\'s \$5',`)
    expect(write('dart', rpc)).toContain(`.rpc('add', params: {'a': 1});`)
  })

  test('in Swift', () => {
    expect(write('swift', select)).toContain(`let rows: [JSONObject] = try await supabase
    .from("films")
    .select("*,directors(*)")
    .ilike("title", pattern: "%example%")`)
    expect(write('swift', update)).toContain('.update(["note": nil] as JSONObject)\n    .eq("id", value: 1)')
    expect(write('swift', rpc)).toContain('.rpc("add", params: ["a": 1] as JSONObject)')
    expect(write('swift', { ...rpc, name: 'a\u0001\b' })).toContain(String.raw`.rpc("a\u{0001}\u{8}"`)
    expect(write('swift', { kind: 'insert', relation: 'f', rows: [[{ name: 'a', value: '\u0001\f\\"' }]] })).toContain(
      String.raw`["a": "\u{0001}\u{c}\\\""]`,
    )
  })

  test('in Kotlin, where a dollar sign is escaped', () => {
    expect(write('kotlin', select)).toBe(`val rows = supabase.from("films").select(Columns.raw("*,directors(*)")) {
    filter {
        ilike("title", "%example%")
        exact("\\"x.y\\"", null)
    }
    order("id", Order.ASCENDING)
    limit(10)
}`)
    expect(write('kotlin', upsert)).toBe(`val rows = supabase.from("films").upsert(buildJsonObject {
    put("cost \\$", "it's \\$5")
    put("is_shown", true)
    put("tags", buildJsonArray { add("a") })
}) {
    onConflict = "a,\\"b c\\""
    select()
}`)
    expect(write('kotlin', { ...select, filters: [] }, { ...target, schema: 'shop' })).toContain('supabase.from("shop", "films")')
  })

  test('ask for an exact count in each client’s words', () => {
    const counted: Call = { kind: 'select', relation: 'films', columns: '*', filters: [], isCounted: true }
    expect(write('python', counted)).toContain('.select("*", count="exact")')
    expect(write('dart', counted)).toBe("final response = await supabase\n    .from('films')\n    .select()\n    .count(CountOption.exact);")
    expect(write('swift', counted)).toBe(`let response: PostgrestResponse<[JSONObject]> = try await supabase
    .from("films")
    .select("*", count: .exact)
    .execute()`)
    expect(write('kotlin', counted)).toBe(`val result = supabase.from("films").select() {
    count(Count.EXACT)
}`)
  })

  test('of every client name a schema that is not the default, or say that the client can not', () => {
    for (const { id } of clients) {
      for (const call of [select, upsert, update, rpc]) {
        const text = write(id, call, { ...target, schema: 'shop' })
        if (id === 'kotlin' && call.kind === 'rpc') expect(text).toBeNull()
        else expect(text).toContain('shop')
      }
    }
  })
})
