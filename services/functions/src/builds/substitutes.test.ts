import { expect, test } from 'vitest'
import { substituteOf, unreachedHosts } from './substitutes.ts'

test.each([
  ['jsr:@supabase/functions-js/edge-runtime.d.ts', { kind: 'shim', name: 'empty.ts' }],
  ['jsr:@supabase/functions-js@2/edge-runtime.d.ts', { kind: 'shim', name: 'empty.ts' }],
  ['https://deno.land/std@0.177.0/http/server.ts', { kind: 'shim', name: 'serve.ts' }],
  ['jsr:@supabase/supabase-js@2', { kind: 'npm', specifier: 'npm:@supabase/supabase-js@2', host: 'jsr.io' }],
  ['https://esm.sh/@supabase/supabase-js@2?target=deno', { kind: 'npm', specifier: 'npm:@supabase/supabase-js@2', host: 'esm.sh' }],
  ['https://esm.sh/v135/zod@3.22.4/lib', { kind: 'npm', specifier: 'npm:zod@3.22.4/lib', host: 'esm.sh' }],
  ['jsr:@std/encoding', null],
  ['npm:zod', null],
  ['https://deno.land/std@0.177.0/encoding/base64.ts', null],
])('%s', (specifier, expected) => {
  expect(substituteOf(specifier)).toEqual(expected)
})

test.each([
  ["error: Import 'https://deno.land/x/a.ts' failed.\n    0: error sending request for url (https://deno.land/x/a.ts): dns error", ['deno.land']],
  ['error: Do not know how to load path: deno:jsr:@supabase/supabase-js@2', ['jsr.io']],
  ["error: JSR package manifest for '@std/x' failed to load. Import 'https://jsr.io/@std/x/meta.json' failed.", ['jsr.io']],
  ["error: Module not found 'https://esm.sh/nothing'.", []],
])('a host that could not be reached is told from a module that it has not: %s', (log, hosts) => {
  expect(unreachedHosts(log)).toEqual(hosts)
})
