import { expect, test } from 'vitest'
import { namespaceOf, routineCompletions } from './completion.ts'

const catalog = {
  search_path: ['public'],
  relations: [{ schema: 'public', name: 'My "table"', kind: 'v', columns: [{ name: 'Größe', type: 'integer' }] }],
  functions: [{ schema: 'auth', name: 'uid', arguments: '', returns: 'uuid' }],
  types: ['mood'],
}

test('names that need quotes are completed with them', () => {
  expect(namespaceOf(catalog)).toEqual({
    public: {
      self: { label: 'public', type: 'namespace', detail: 'schema', apply: 'public' },
      children: {
        'My "table"': {
          self: { label: 'My "table"', type: 'type', detail: 'view', apply: '"My ""table"""' },
          children: [{ label: 'Größe', type: 'property', detail: 'integer', apply: '"Größe"' }],
        },
      },
    },
  })
})

test('functions outside the search path carry their schema', () => {
  expect(routineCompletions(catalog)[0]).toEqual({ label: 'auth.uid', type: 'function', detail: '() → uuid', apply: 'auth.uid(' })
})
