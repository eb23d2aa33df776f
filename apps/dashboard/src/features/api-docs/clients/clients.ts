import type { Client } from './client.ts'
import { curl } from './curl.ts'
import { dart } from './dart.ts'
import { kotlin } from './kotlin.ts'
import { python } from './python.ts'
import { supabaseJs } from './supabase-js.ts'
import { swift } from './swift.ts'

/** Clients that have examples, in the order of their tabs. */
export const clients: readonly [Client, ...Client[]] = [supabaseJs, curl, python, dart, swift, kotlin]
