import { describe, expect, test } from 'vitest'
import { parseRequest } from '../parse-request.ts'
import { readAccept } from './accept.ts'
import { invalidPreferences, readPreferences } from './prefer.ts'

const none = { return: null, resolution: null, missing: null, count: null, tx: null, timezone: null, maxAffected: null, handling: null, invalid: [] }

describe('Prefer', () => {
  test.for([
    [undefined, {}],
    ['', {}],
    ['return=representation', { return: 'representation' }],
    ['return=headers-only,count=exact', { return: 'headers-only', count: 'exact' }],
    ['resolution=merge-duplicates, missing=default ,tx=rollback', { resolution: 'merge-duplicates', missing: 'default', tx: 'rollback' }],
    ['count=planned, count=exact', { count: 'planned' }],
    ['count=many, count=exact', { count: 'exact', invalid: ['count=many'] }],
    ['timezone=Europe/Berlin, timezone=UTC', { timezone: 'Europe/Berlin' }],
    ['handling=lenient, foo, bar', { handling: 'lenient', invalid: ['foo', 'bar'] }],
    ['foo, handling=strict, bar', { handling: 'strict', invalid: ['foo', 'bar'] }],
    ['handling=strict, max-affected=10', { handling: 'strict', maxAffected: 10 }],
    ['max-affected=many', { invalid: ['max-affected=many'] }],
    ['max-affected=99999999999999999999', { invalid: ['max-affected=99999999999999999999'] }],
    ['Return=minimal', { invalid: ['Return=minimal'] }],
  ] as const)('%s', ([header, found]) => {
    expect(readPreferences(header)).toEqual({ ...none, ...found })
  })

  test('that is not known has an error of its own', () => {
    expect(invalidPreferences(['foo', 'timezone=Mars/Base'])).toMatchObject({
      status: 400,
      body: {
        code: 'PGRST122',
        message: 'Invalid preferences given with handling=strict',
        details: 'Invalid preferences: foo, timezone=Mars/Base',
        hint: null,
      },
    })
  })

  test('may come in several headers', () => {
    const { request } = parseRequest({
      method: 'GET',
      path: '/t',
      search: '',
      headers: { prefer: ['count=exact', 'tx=commit'] },
      body: null,
    })
    expect(request.preferences).toEqual({ ...none, count: 'exact', tx: 'commit' })
  })
})

describe('Accept', () => {
  const json = { kind: 'json' }
  test.for([
    [undefined, [{ kind: 'any' }]],
    ['*/*', [{ kind: 'any' }]],
    ['application/json', [json]],
    ['Application/JSON; charset=utf-8', [json]],
    ['text/csv', [{ kind: 'csv' }]],
    ['application/geo+json', [{ kind: 'geojson' }]],
    ['application/openapi+json, application/json', [{ kind: 'openapi' }, json]],
    ['application/vnd.pgrst.object+json', [{ kind: 'object', areNullsStripped: false }]],
    ['application/vnd.pgrst.object', [{ kind: 'object', areNullsStripped: false }]],
    ['application/vnd.pgrst.object+json; nulls=stripped', [{ kind: 'object', areNullsStripped: true }]],
    ['application/vnd.pgrst.array+json;nulls=stripped', [{ kind: 'array', areNullsStripped: true }]],
    ['application/vnd.pgrst.array', [{ kind: 'array', areNullsStripped: false }]],
    ['application/vnd.example+thing;v=1', [{ kind: 'other', mediaType: 'application/vnd.example+thing' }]],
    ['text/html;q=0.8, application/json;q=0.9, */*;q=0.1', [json, { kind: 'other', mediaType: 'text/html' }, { kind: 'any' }]],
    ['*/*, text/csv', [{ kind: 'csv' }, { kind: 'any' }]],
    ['text/csv, application/json;q=0', [{ kind: 'csv' }]],
    ['text/csv;q=x', [{ kind: 'csv' }]],
    ['application/vnd.pgrst.plan', [{ kind: 'plan', format: 'text', of: json, options: [] }]],
    [
      'application/vnd.pgrst.plan+json; for="application/vnd.pgrst.object+json;nulls=stripped"; options=analyze|verbose|settings|buffers|wal|x;',
      [
        {
          kind: 'plan',
          format: 'json',
          of: { kind: 'object', areNullsStripped: true },
          options: ['analyze', 'verbose', 'settings', 'buffers', 'wal'],
        },
      ],
    ],
    ['application/vnd.pgrst.plan+text; for="application/vnd.pgrst.plan"', [{ kind: 'plan', format: 'text', of: json, options: [] }]],
    ['text/csv, application/x;a="1,2;\\"3"', [{ kind: 'other', mediaType: 'application/x' }, { kind: 'csv' }]],
  ] as const)('%s', ([header, accepted]) => {
    expect(readAccept(header)).toEqual(accepted)
  })
})

describe('the profile', () => {
  test.for([
    ['GET', 'read'],
    ['HEAD', 'read'],
    ['OPTIONS', 'read'],
    ['POST', 'write'],
    ['PATCH', 'write'],
    ['PUT', 'write'],
    ['DELETE', 'write'],
  ] as const)('of %s is that for a %s', ([method, profile]) => {
    const headers = { 'accept-profile': 'read', 'content-profile': 'write' }
    const body = new TextEncoder().encode('{}')
    expect(parseRequest({ method, path: '/t', search: '', headers, body }).request.profile).toBe(profile)
  })

  test('is the default one without a header', () => {
    expect(parseRequest({ method: 'GET', path: '/t', search: '', headers: {}, body: null }).request.profile).toBeNull()
  })
})
