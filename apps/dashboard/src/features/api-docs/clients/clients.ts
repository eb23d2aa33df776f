import type { Client } from './client.ts'
import { curl } from './curl.ts'
import { supabaseJs } from './supabase-js.ts'

/** Clients that have examples, in the order of their tabs. */
export const clients: readonly [Client, ...Client[]] = [supabaseJs, curl]
