/** The release of supabase/storage whose protocol this is. */
export const protocolVersion = '1.41.8'
